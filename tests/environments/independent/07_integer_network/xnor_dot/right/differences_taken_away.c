// N less twice the pairs that differ; the bits that do not count are shifted out
#include "integer_network.h"

int32_t xnor_dot(size_t N, const uint32_t a[], const uint32_t b[])
{
    int32_t dot = (int32_t)N;
    size_t left = N;
    for (; left >= 32; left -= 32)
        dot -= 2 * (int32_t)ones(*a++ ^ *b++);
    if (left > 0)
        dot -= 2 * (int32_t)ones((*a ^ *b) << (32 - left));
    return dot;
}
