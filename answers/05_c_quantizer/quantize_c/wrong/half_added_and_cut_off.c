// fails: rounding, clamping, ties, special, in_place, almost_ties, long
// (int)(x + 0.5) is right above zero only.
#include "quantize.h"

#include <math.h>

void quantizeInt8InFloat(size_t N, const float src[], float dst[])
{
    for (size_t i = 0; i < N; i++) {
        int y = (int)(src[i] + 0.5f);
        dst[i] = (float)(y < -128 ? -128 : y > 127 ? 127 : y);
    }
}
