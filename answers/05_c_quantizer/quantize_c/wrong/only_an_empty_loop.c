// fails: compiles, warnings, first, all_elements, rounding, clamping, ties, special, empty, in_place, outside, sanitizer, almost_ties, long
// en: Your function computes, but stores nothing: dst is as it was before.
// ja: 計算はしていますが、どこにも書き込んでいません。dst が元のままです。
#include "quantize.h"

#include <math.h>

void quantizeInt8InFloat(size_t N, const float src[], float dst[])
{
    for (size_t i = 0; i < N; i++) {
        float y = roundf(src[i]);
        (void)y;
        (void)dst;
    }
}
