// mistake: the sign of the result is turned
// named: xor_for_xnor
#include "integer_network.h"

int32_t xnor_dot(size_t N, const uint32_t a[], const uint32_t b[])
{
    int32_t differ = 0;
    for (size_t i = 0; i < N; i++) {
        differ += (int32_t)(((a[i / 32] ^ b[i / 32]) >> (i % 32)) & 1u);
    }
    return 2 * differ - (int32_t)N;
}
