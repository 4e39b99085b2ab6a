// mistake: N words are cleared, far behind the end
#include "integer_network.h"

void pack_bits(size_t N, const int32_t values[], uint32_t words[])
{
    for (size_t i = 0; i < N; i++)
        words[i] = 0;
    for (size_t i = 0; i < N; i++)
        words[i / 32] |= (uint32_t)(values[i] >= 0) << (i % 32);
}
