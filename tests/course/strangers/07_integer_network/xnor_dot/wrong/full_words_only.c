// mistake: the last word is left out if it is not full
// named: full_words_only
#include "integer_network.h"

int32_t xnor_dot(size_t N, const uint32_t a[], const uint32_t b[])
{
    int32_t dot = 0;
    for (size_t w = 0; w < N / 32; w++)
        dot += 2 * (int32_t)ones(~(a[w] ^ b[w])) - 32;
    return dot;
}
