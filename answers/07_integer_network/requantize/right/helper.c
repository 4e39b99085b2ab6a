#include "integer_network.h"

static int8_t clamped(int64_t y)
{
    return (int8_t)(y < -128 ? -128 : y > 127 ? 127 : y);
}

void requantize(size_t N, int32_t multiplier, int32_t shift, const int32_t sums[], int8_t out[])
{
    for (size_t i = 0; i < N; i++) {
        out[i] = clamped(((int64_t)sums[i] * multiplier + (INT64_C(1) << (shift - 1))) >> shift);
    }
}
