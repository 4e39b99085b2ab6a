// fails: rounding, clamping, ties, special, in_place, almost_ties, long
// en: You add one half and cut off. Below zero that is wrong: -2.7 becomes -2. And a large value or
//     NaN fits into no int.
// ja: 0.5 を足して切り捨てています。0 より小さい数では正しくなく、-2.7 が -2 になります。
//     また、大きな数や NaN は int に入りません。
#include "quantize.h"

#include <math.h>

void quantizeInt8InFloat(size_t N, const float src[], float dst[])
{
    for (size_t i = 0; i < N; i++) {
        int y = (int)(src[i] + 0.5f);
        dst[i] = (float)(y < -128 ? -128 : y > 127 ? 127 : y);
    }
}
