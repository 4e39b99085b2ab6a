#include "integer_network.h"

int32_t xnor_dot(size_t N, const uint32_t a[], const uint32_t b[])
{
    int32_t equal = 0;
    size_t full = N / 32;
    for (size_t w = 0; w < full; w++) {
        equal += ones(~(a[w] ^ b[w]));
    }
    if (N % 32 != 0) {
        uint32_t mask = UINT32_MAX >> (32 - N % 32);
        equal += ones(~(a[full] ^ b[full]) & mask);
    }
    return 2 * equal - (int32_t)N;
}
