#include "quantize.h"

#include <math.h>

static float clamp(float x, float low, float high)
{
    return x < low ? low : x > high ? high : x;
}

void quantizeInt8InFloat(size_t N, const float src[], float dst[])
{
    for (size_t i = 0; i < N; i++) {
        dst[i] = clamp(roundf(src[i]), -128.0f, 127.0f);
    }
}
