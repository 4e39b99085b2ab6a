#include "integer_network.h"

void pack_bits(size_t N, const int32_t values[], uint32_t words[])
{
    for (size_t i = 0; i < N; i++) {
        if (i % 32 == 0) {
            words[i / 32] = 0;
        }
        words[i / 32] += values[i] < 0 ? 0u : UINT32_C(1) << i % 32;
    }
}
