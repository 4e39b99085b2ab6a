#include "integer_network.h"

void pack_bits(size_t N, const int32_t values[], uint32_t words[])
{
    for (size_t w = 0; w < WORDS(N); w++) {
        words[w] = 0;
    }
    for (size_t i = 0; i < N; i++) {
        uint32_t positive = ~(uint32_t)values[i] >> 31; // the sign is the highest bit
        words[i / 32] |= positive << i % 32;
    }
}
