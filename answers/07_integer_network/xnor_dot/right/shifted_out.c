#include "integer_network.h"

int32_t xnor_dot(size_t N, const uint32_t a[], const uint32_t b[])
{
    int32_t dot = 0;
    for (size_t w = 0; w < WORDS(N); w++) {
        uint32_t differ = a[w] ^ b[w];
        size_t left = N - 32 * w;
        if (left < 32) {
            differ <<= 32 - left; // what does not count leaves at the top
        }
        dot -= 2 * ones(differ);
    }
    return dot + (int32_t)N;
}
