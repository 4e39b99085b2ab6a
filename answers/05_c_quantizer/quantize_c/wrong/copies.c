// fails: compiles, warnings, first, all_elements, rounding, clamping, ties, special, empty, in_place, outside, sanitizer, almost_ties, long
// en: Your results are the inputs, unchanged: the loop copies and does nothing else. What should
//     the line in its middle do?
// ja: 結果が入力のままです。ループが値を写すだけで、ほかに何もしていません。
//     ループの真ん中の行で、何をするはずでしょうか。
#include "quantize.h"

#include <math.h>

void quantizeInt8InFloat(size_t N, const float src[], float dst[])
{
    for (size_t i = 0; i < N; i++) {
        dst[i] = src[i];
    }
}
