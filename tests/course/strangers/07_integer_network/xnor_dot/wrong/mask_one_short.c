// mistake: the mask is one bit too short
// named: mask_one_too_short
#include "integer_network.h"

int32_t xnor_dot(size_t N, const uint32_t a[], const uint32_t b[])
{
    int32_t dot = 0;
    for (size_t w = 0; w < WORDS(N); w++) {
        uint32_t mask = N - 32 * w < 32 ? (UINT32_C(1) << (N - 32 * w - 1)) - 1 : UINT32_MAX;
        dot += 2 * (int32_t)ones(~(a[w] ^ b[w]) & mask);
    }
    return dot - (int32_t)N;
}
