#include "integer_network.h"

#include <string.h>

void pack_bits(size_t N, const int32_t values[], uint32_t words[])
{
    memset(words, 0, WORDS(N) * sizeof words[0]);
    for (size_t i = 0; i < N; i++) {
        uint32_t bit = values[i] >= 0;
        words[i / 32] |= bit << (i & 31);
    }
}
