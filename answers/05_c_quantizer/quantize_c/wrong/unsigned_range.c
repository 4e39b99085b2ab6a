// fails: rounding, clamping, ties, special, in_place, almost_ties, long
// Clamped to [0, 255].
#include "quantize.h"

#include <math.h>

void quantizeInt8InFloat(size_t N, const float src[], float dst[])
{
    for (size_t i = 0; i < N; i++) {
        float y = roundf(src[i]);
        dst[i] = y < 0.0f ? 0.0f : y > 255.0f ? 255.0f : y;
    }
}
