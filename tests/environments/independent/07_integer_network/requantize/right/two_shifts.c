// the half unit is added between two shifts
#include "integer_network.h"

void requantize(size_t N, int32_t multiplier, int32_t shift, const int32_t sums[], int8_t out[])
{
    for (size_t i = 0; i < N; i++) {
        int64_t product = (int64_t)sums[i] * multiplier;
        int64_t value = ((product >> (shift - 1)) + 1) >> 1;
        value = value < -128 ? -128 : value;
        value = value > 127 ? 127 : value;
        out[i] = (int8_t)value;
    }
}
