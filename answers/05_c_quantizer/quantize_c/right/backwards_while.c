#include "quantize.h"

#include <math.h>

void quantizeInt8InFloat(size_t N, const float src[], float dst[])
{
    while (N > 0) {
        N = N - 1;
        float y = roundf(src[N]);
        dst[N] = y > 127.0f ? 127.0f : y < -128.0f ? -128.0f : y;
    }
}
