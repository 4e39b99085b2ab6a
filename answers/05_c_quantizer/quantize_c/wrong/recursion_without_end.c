// fails: compiles, warnings, first, all_elements, rounding, clamping, ties, special, empty, in_place, outside, sanitizer, almost_ties, long
// The stack overflows.
#include "quantize.h"

#include <math.h>

static float again(float x, volatile float *depth)
{
    volatile float here = *depth + 1.0f;
    if (here < 0.0f) {
        return x;
    }
    return again(x, &here) + here;
}

void quantizeInt8InFloat(size_t N, const float src[], float dst[])
{
    for (size_t i = 0; i < N; i++) {
        volatile float depth = 0.0f;
        dst[i] = again(roundf(src[i]), &depth);
    }
}
