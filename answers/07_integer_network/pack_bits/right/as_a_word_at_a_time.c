#include "integer_network.h"

void pack_bits(size_t N, const int32_t values[], uint32_t words[])
{
    for (size_t w = 0; w < WORDS(N); w++) {
        uint32_t word = 0;
        for (size_t k = 0; k < 32 && 32 * w + k < N; k++) {
            if (values[32 * w + k] >= 0) {
                word |= UINT32_C(1) << k;
            }
        }
        words[w] = word;
    }
}
