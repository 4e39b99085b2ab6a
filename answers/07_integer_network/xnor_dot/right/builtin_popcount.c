#include "integer_network.h"

int32_t xnor_dot(size_t N, const uint32_t a[], const uint32_t b[])
{
    int32_t dot = 0;
    for (size_t w = 0; 32 * w < N; w++) {
        size_t left = N - 32 * w < 32 ? N - 32 * w : 32;
        uint32_t mask = left == 32 ? UINT32_MAX : (UINT32_C(1) << left) - 1;
        dot += 2 * __builtin_popcount(~(a[w] ^ b[w]) & mask) - (int32_t)left;
    }
    return dot;
}
