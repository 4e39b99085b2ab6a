#include "quantize.h"

#include <math.h>

void quantizeInt8InFloat(size_t N, const float src[], float dst[])
{
    for (size_t i = 0; i < N; i++) {
        float x = src[i];
        float whole = truncf(x);
        if (fabsf(x - whole) >= 0.5f) {
            whole += copysignf(1.0f, x);
        }
        dst[i] = whole < -128.0f ? -128.0f : whole > 127.0f ? 127.0f : whole;
    }
}
