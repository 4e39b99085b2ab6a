// fails: compiles, warnings, first, all_elements, rounding, clamping, ties, special, empty, in_place, outside, sanitizer, almost_ties, long
// en: Your loop never ends, because its counter never changes. Compare the three parts of its head
//     with those in section 1.
// ja: カウンタの値が変わらないので、ループが終わりません。
//     1 節の for の 3 つの部分と比べてください。
#include "quantize.h"

#include <math.h>

void quantizeInt8InFloat(size_t N, const float src[], float dst[])
{
    size_t i = 0;
    while (i < N) {
        float y = roundf(src[i]);
        dst[i] = y < -128.0f ? -128.0f : y > 127.0f ? 127.0f : y;
    }
}
