// mistake: nothing is clamped
// named: not_clamped
#include "integer_network.h"

void requantize(size_t N, int32_t multiplier, int32_t shift, const int32_t sums[], int8_t out[])
{
    const int64_t half = INT64_C(1) << (shift - 1);
    for (size_t i = 0; i < N; i++) {
        out[i] = (int8_t)((half + (int64_t)multiplier * sums[i]) >> shift);
    }
}
