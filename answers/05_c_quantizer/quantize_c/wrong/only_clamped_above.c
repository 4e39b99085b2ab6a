// fails: clamping, special, in_place
// en: Your values are limited above only: -200 stays -200. The range has two ends.
// ja: 上の端でしか収めていないので、-200 は -200 のままです。範囲には端が 2 つあります。
#include "quantize.h"

#include <math.h>

void quantizeInt8InFloat(size_t N, const float src[], float dst[])
{
    for (size_t i = 0; i < N; i++) {
        float y = roundf(src[i]);
        dst[i] = y > 127.0f ? 127.0f : y;
    }
}
