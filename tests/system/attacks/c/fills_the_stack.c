// points: few
// A local array that is larger than the stack.
#include "quantize.h"

#include <math.h>

void quantizeInt8InFloat(size_t N, const float src[], float dst[])
{
    volatile float buffer[64 * 1024 * 1024];
    for (size_t i = 0; i < sizeof buffer / sizeof buffer[0]; i += 512) {
        buffer[i] = (float)N;
    }
    dst[0] = src[0] + buffer[512];
}
