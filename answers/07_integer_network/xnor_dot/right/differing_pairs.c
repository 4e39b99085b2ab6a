#include "integer_network.h"

int32_t xnor_dot(size_t N, const uint32_t a[], const uint32_t b[])
{
    int32_t dot = (int32_t)N;
    for (size_t w = 0; w < WORDS(N); w++) {
        uint32_t differ = a[w] ^ b[w];
        if (N - 32 * w < 32) {
            differ &= (UINT32_C(1) << (N % 32)) - 1;
        }
        dot -= 2 * ones(differ);
    }
    return dot;
}
