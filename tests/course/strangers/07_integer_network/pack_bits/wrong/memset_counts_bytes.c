// mistake: memset gets the number of words, but counts bytes
#include "integer_network.h"

#include <string.h>

void pack_bits(size_t N, const int32_t values[], uint32_t words[])
{
    memset(words, 0, WORDS(N));
    for (size_t i = 0; i < N; i++)
        words[i / 32] |= (uint32_t)(values[i] >= 0) << (i % 32);
}
