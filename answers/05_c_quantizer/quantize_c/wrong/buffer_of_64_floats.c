// fails: all_elements, rounding, outside, sanitizer, long
// A local array that is too small.
#include "quantize.h"

#include <math.h>

void quantizeInt8InFloat(size_t N, const float src[], float dst[])
{
    float buffer[64];
    for (size_t i = 0; i < N; i++) {
        float y = roundf(src[i]);
        buffer[i] = y < -128.0f ? -128.0f : y > 127.0f ? 127.0f : y;
    }
    for (size_t i = 0; i < N; i++) {
        dst[i] = buffer[i];
    }
}
