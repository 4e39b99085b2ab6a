#include "integer_network.h"

void requantize(size_t N, int32_t multiplier, int32_t shift, const int32_t sums[], int8_t out[])
{
    for (size_t i = 0; i < N; i++) {
        int64_t half = INT64_C(1) << (shift - 1);
        int64_t y = ((int64_t)sums[i] * multiplier + half) >> shift;
        if (y < -128) {
            y = -128;
        } else if (y > 127) {
            y = 127;
        }
        out[i] = (int8_t)y;
    }
}
