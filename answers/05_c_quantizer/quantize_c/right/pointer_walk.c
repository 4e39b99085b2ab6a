#include "quantize.h"

#include <math.h>

void quantizeInt8InFloat(size_t N, const float src[], float dst[])
{
    const float *end = src + N;
    while (src != end) {
        float y = roundf(*src++);
        *dst++ = y > 127.0f ? 127.0f : y < -128.0f ? -128.0f : y;
    }
}
