// fails: almost_ties (only in grading)
// en: You add a half and cut off. That sum is rounded, too: just below 0.5 it becomes 1. Which
//     function of math.h rounds without it?
// ja: 0.5 を足してから切り捨てています。その和も丸められるので、
//     0.5 のすぐ下の数が 1 になります。足さずに丸める関数が math.h にあります。
#include "quantize.h"

#include <math.h>

void quantizeInt8InFloat(size_t N, const float src[], float dst[])
{
    for (size_t i = 0; i < N; ++i) {
        float size = floorf(fabsf(src[i]) + 0.5f);
        float y = copysignf(size, src[i]);
        if (y < -128) y = -128;
        if (y > 127) y = 127;
        dst[i] = y;
    }
}
