// mistake: the comparison is > 0
// named: zero_is_negative
#include "integer_network.h"

void pack_bits(size_t N, const int32_t values[], uint32_t words[])
{
    size_t i = 0;
    for (size_t w = 0; w < (N + 31) / 32; w++) {
        uint32_t x = 0;
        for (int k = 0; k < 32 && i < N; k++, i++) {
            if (values[i] > 0) {
                x |= (uint32_t)1 << k;
            }
        }
        words[w] = x;
    }
}
