// fails: first, all_elements, rounding, clamping, ties, special, outside, almost_ties, long
// Casts the const away and rounds its input in place.
#include "quantize.h"

#include <math.h>

void quantizeInt8InFloat(size_t N, const float src[], float dst[])
{
    float *values = (float *)src;
    for (size_t i = 0; i < N; i++) {
        values[i] = roundf(values[i]);
        dst[i] = values[i] < -128.0f ? -128.0f : values[i] > 127.0f ? 127.0f : values[i];
    }
}
