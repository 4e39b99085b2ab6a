// mistake: no half is added
// named: rounded_down
#include "integer_network.h"

void requantize(size_t N, int32_t multiplier, int32_t shift, const int32_t sums[], int8_t out[])
{
    for (size_t i = 0; i < N; i++) {
        int64_t y = ((int64_t)sums[i] * multiplier) >> shift;
        out[i] = (int8_t)(y > 127 ? 127 : y < -128 ? -128 : y);
    }
}
