// mistake: the bits behind the N-th are counted
// named: no_mask
#include "integer_network.h"

int32_t xnor_dot(size_t N, const uint32_t a[], const uint32_t b[])
{
    int32_t dot = 0;
    for (size_t w = 0; w < WORDS(N); w++)
        dot += 2 * (int32_t)ones(~(a[w] ^ b[w]));
    return dot - (int32_t)N;
}
