// mistake: the sum is clamped before it is scaled
#include "integer_network.h"

void requantize(size_t N, int32_t multiplier, int32_t shift, const int32_t sums[], int8_t out[])
{
    for (size_t i = 0; i < N; i++) {
        int64_t sum = sums[i] < -128 ? -128 : sums[i] > 127 ? 127 : sums[i];
        out[i] = (int8_t)((sum * multiplier + (INT64_C(1) << (shift - 1))) >> shift);
    }
}
