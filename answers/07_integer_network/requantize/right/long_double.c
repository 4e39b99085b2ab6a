#include "integer_network.h"

void requantize(size_t N, int32_t multiplier, int32_t shift, const int32_t sums[], int8_t out[])
{
    for (size_t i = 0; i < N; i++) {
        long double value = ((long double)sums[i] * multiplier) / (long double)(INT64_C(1) << shift) + 0.5L;
        int64_t rounded = (int64_t)value;
        rounded -= (long double)rounded > value; // the conversion cuts off towards zero
        rounded = rounded < -128 ? -128 : rounded;
        out[i] = (int8_t)(rounded > 127 ? 127 : rounded);
    }
}
