#include "integer_network.h"

void requantize(size_t N, int32_t multiplier, int32_t shift, const int32_t sums[], int8_t out[])
{
    for (size_t i = 0; i < N; i++) {
        long long scaled = (long long)sums[i] * multiplier;
        scaled += 1LL << (shift - 1);
        scaled >>= shift;
        if (scaled > 127)
            scaled = 127;
        if (scaled < -128)
            scaled = -128;
        out[i] = (int8_t)scaled;
    }
}
