// mistake: converted to int8_t before it is clamped
// named: not_clamped
#include "integer_network.h"

void requantize(size_t N, int32_t multiplier, int32_t shift, const int32_t sums[], int8_t out[])
{
    for (size_t i = 0; i < N; i++) {
        int64_t product = (int64_t)sums[i] * multiplier;
        int8_t value = (int8_t)((product + (INT64_C(1) << (shift - 1))) >> shift);
        int wide = value;
        out[i] = (int8_t)(wide < -128 ? -128 : wide > 127 ? 127 : wide);
    }
}
