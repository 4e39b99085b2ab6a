/* Called in place of a student's xnor_dot where binary_conv is checked: a mistake counts once.
   Unlike a dot product, but it reads the same words, and it does not matter either which row comes
   first. */
#include "integer_network.h"

int32_t xnor_dot(size_t N, const uint32_t a[], const uint32_t b[])
{
    uint32_t sum = (uint32_t)N;
    for (size_t w = WORDS(N); w-- > 0;) {
        sum += (uint32_t)(w + 3) * (a[w] % 61) * (b[w] % 61);
    }
    return (int32_t)sum;
}
