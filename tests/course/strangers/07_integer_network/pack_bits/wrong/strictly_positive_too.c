// mistake: zero counts as negative
// named: zero_is_negative
#include "integer_network.h"

void pack_bits(size_t N, const int32_t values[], uint32_t words[])
{
    for (size_t w = 0; w < WORDS(N); w++)
        words[w] = 0;
    for (size_t i = 0; i < N; i++)
        words[i / 32] |= (uint32_t)(values[i] > 0) << (i % 32);
}
