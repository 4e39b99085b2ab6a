// mistake: the mask of a full last word is 0
// named: full_word_masked_out
#include "integer_network.h"

int32_t xnor_dot(size_t N, const uint32_t a[], const uint32_t b[])
{
    int32_t dot = 0;
    for (size_t w = 0; w < WORDS(N); w++) {
        uint32_t mask = UINT32_MAX;
        if (w == WORDS(N) - 1)
            mask = (UINT32_C(1) << (N % 32)) - 1;
        dot += 2 * (int32_t)ones(~(a[w] ^ b[w]) & mask);
    }
    return dot - (int32_t)N;
}
