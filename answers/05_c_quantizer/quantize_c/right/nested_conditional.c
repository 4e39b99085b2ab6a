#include "quantize.h"

#include <math.h>

void quantizeInt8InFloat(size_t N, const float src[], float dst[])
{
    for (size_t i = 0; i < N; i++) {
        float y = roundf(src[i]);
        dst[i] = y < -128.0f ? -128.0f : y > 127.0f ? 127.0f : y;
    }
}
