// mistake: the mask of the last word is used in every word
// named: mask_in_every_word
#include "integer_network.h"

int32_t xnor_dot(size_t N, const uint32_t a[], const uint32_t b[])
{
    int32_t dot = 0;
    uint32_t mask = N % 32 ? (UINT32_C(1) << (N % 32)) - 1 : UINT32_MAX;
    for (size_t w = 0; w < WORDS(N); w++)
        dot += 2 * (int32_t)ones(~(a[w] ^ b[w]) & mask);
    return dot - (int32_t)N;
}
