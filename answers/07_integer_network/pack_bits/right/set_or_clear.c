#include "integer_network.h"

void pack_bits(size_t N, const int32_t values[], uint32_t words[])
{
    for (size_t i = 0; i < 32 * WORDS(N); i++) {
        uint32_t bit = UINT32_C(1) << (i % 32);
        if (i % 32 == 0) {
            words[i / 32] = 0;
        }
        if (i < N && values[i] >= 0) {
            words[i / 32] |= bit;
        }
    }
}
