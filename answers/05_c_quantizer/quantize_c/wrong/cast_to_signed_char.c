// fails: clamping, special, in_place
// A cast wraps around instead of clamping.
#include "quantize.h"

#include <math.h>

void quantizeInt8InFloat(size_t N, const float src[], float dst[])
{
    for (size_t i = 0; i < N; i++) {
        dst[i] = (float)(signed char)(int)roundf(src[i]);
    }
}
