// fails: compiles, warnings, first, all_elements, rounding, clamping, ties, special, empty, in_place, outside, sanitizer, almost_ties, long
// en: Your loop leaves out the first element: dst[0] is never written. At which number do arrays
//     begin in C?
// ja: 最初の要素が抜けていて、dst[0] に何も書かれません。C の配列は何番から始まるでしょうか。
#include "quantize.h"

#include <math.h>

void quantizeInt8InFloat(size_t N, const float src[], float dst[])
{
    for (size_t i = 1; i < N; i++) {
        float y = roundf(src[i]);
        dst[i] = y < -128.0f ? -128.0f : y > 127.0f ? 127.0f : y;
    }
}
