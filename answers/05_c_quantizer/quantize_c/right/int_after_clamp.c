#include "quantize.h"

#include <math.h>

void quantizeInt8InFloat(size_t N, const float src[], float dst[])
{
    for (size_t i = 0; i < N; i++) {
        float x = src[i];
        if (isnan(x)) {
            dst[i] = x;
            continue;
        }
        x = x < -128.0f ? -128.0f : x > 127.0f ? 127.0f : x;
        int whole = (int)x;
        float rest = x - (float)whole;
        dst[i] = (float)(rest >= 0.5f ? whole + 1 : rest <= -0.5f ? whole - 1 : whole);
    }
}
