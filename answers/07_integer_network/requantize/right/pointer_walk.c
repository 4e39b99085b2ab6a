#include "integer_network.h"

void requantize(size_t N, int32_t multiplier, int32_t shift, const int32_t sums[], int8_t out[])
{
    const int64_t m = multiplier, half = INT64_C(1) << (shift - 1);
    for (const int32_t *end = sums + N; sums < end; sums++, out++) {
        int64_t y = (*sums * m + half) >> shift;
        y = y > INT8_MAX ? INT8_MAX : y;
        *out = (int8_t)(y < INT8_MIN ? INT8_MIN : y);
    }
}
