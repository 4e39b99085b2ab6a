#include "quantize.h"

#include <math.h>

void quantizeInt8InFloat(size_t N, const float src[], float dst[])
{
    for (size_t i = 0; i < N; i++) {
        float x = src[i];
        if (x < -128.0f) x = -128.0f;
        if (x > 127.0f) x = 127.0f;
        dst[i] = roundf(x);
    }
}
