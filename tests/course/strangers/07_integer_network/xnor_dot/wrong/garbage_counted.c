// mistake: nobody takes care of the bits behind the last sign
// named: no_mask
#include "integer_network.h"

int32_t xnor_dot(size_t N, const uint32_t a[], const uint32_t b[])
{
    int32_t equal = 0;
    for (size_t w = 0; w * 32 < N; w++) {
        equal += ones(~a[w] ^ b[w]);
    }
    return equal * 2 - (int32_t)N;
}
