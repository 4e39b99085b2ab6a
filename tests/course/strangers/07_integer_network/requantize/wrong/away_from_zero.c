// mistake: rounds half away from zero, like roundf
// named: ties_away_from_zero
#include "integer_network.h"

void requantize(size_t N, int32_t multiplier, int32_t shift, const int32_t sums[], int8_t out[])
{
    for (size_t i = 0; i < N; i++) {
        int64_t product = (int64_t)sums[i] * multiplier, half = (int64_t)1 << (shift - 1);
        int64_t size = ((product < 0 ? -product : product) + half) >> shift;
        int64_t y = product < 0 ? -size : size;
        out[i] = (int8_t)(y > 127 ? 127 : y < -128 ? -128 : y);
    }
}
