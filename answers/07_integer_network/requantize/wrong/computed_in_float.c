// fails: below_tie
// same: computed_in_double
#include "integer_network.h"

#include <math.h>

void requantize(size_t N, int32_t multiplier, int32_t shift, const int32_t sums[], int8_t out[])
{
    for (size_t i = 0; i < N; i++) {
        float rounded = floorf((float)sums[i] * (float)multiplier / (float)(INT64_C(1) << shift) + 0.5f);
        rounded = rounded < -128 ? -128 : rounded;
        out[i] = (int8_t)(rounded > 127 ? 127 : rounded);
    }
}
