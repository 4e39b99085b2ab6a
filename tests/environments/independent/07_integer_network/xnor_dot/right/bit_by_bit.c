// each pair by itself
#include "integer_network.h"

int32_t xnor_dot(size_t N, const uint32_t a[], const uint32_t b[])
{
    int32_t dot = 0;
    for (size_t i = 0; i < N; i++) {
        const uint32_t differ = (a[i / 32] ^ b[i / 32]) >> (i % 32) & 1u;
        dot += differ ? -1 : 1;
    }
    return dot;
}
