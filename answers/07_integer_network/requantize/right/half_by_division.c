#include "integer_network.h"

void requantize(size_t N, int32_t multiplier, int32_t shift, const int32_t sums[], int8_t out[])
{
    const int64_t unit = INT64_C(1) << shift;
    for (size_t i = 0; i < N; i++) {
        int64_t product = (int64_t)multiplier * sums[i] + unit / 2;
        int64_t rounded = product / unit - (product % unit < 0); // division cuts off: down, also below zero
        out[i] = (int8_t)(rounded > 127 ? 127 : rounded < -128 ? -128 : rounded);
    }
}
