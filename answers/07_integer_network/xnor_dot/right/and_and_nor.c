#include "integer_network.h"

int32_t xnor_dot(size_t N, const uint32_t a[], const uint32_t b[])
{
    int32_t dot = -(int32_t)N;
    const uint32_t *end = a + WORDS(N);
    size_t left = N;
    while (a < end) {
        uint32_t equal = (*a & *b) | (~*a & ~*b);
        if (left < 32) {
            equal &= ~(UINT32_MAX << left);
        }
        dot += 2 * ones(equal);
        left -= 32;
        a++;
        b++;
    }
    return dot;
}
