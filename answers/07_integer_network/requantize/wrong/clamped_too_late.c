// fails: clamping, huge, extremes
// same: not_clamped
#include "integer_network.h"

void requantize(size_t N, int32_t multiplier, int32_t shift, const int32_t sums[], int8_t out[])
{
    for (size_t i = 0; i < N; i++) {
        int8_t y = (int8_t)(((int64_t)sums[i] * multiplier + (INT64_C(1) << (shift - 1))) >> shift);
        int wide = y;
        wide = wide < -128 ? -128 : wide;
        out[i] = (int8_t)(wide > 127 ? 127 : wide);
    }
}
