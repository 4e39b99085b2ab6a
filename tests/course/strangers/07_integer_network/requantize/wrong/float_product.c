// mistake: computed in float and rounded with roundf
#include "integer_network.h"

#include <math.h>

void requantize(size_t N, int32_t multiplier, int32_t shift, const int32_t sums[], int8_t out[])
{
    for (size_t i = 0; i < N; i++) {
        float value = roundf((float)sums[i] * (float)multiplier / (float)(INT64_C(1) << shift));
        value = value < -128.0f ? -128.0f : value > 127.0f ? 127.0f : value;
        out[i] = (int8_t)value;
    }
}
