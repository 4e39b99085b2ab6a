// mistake: each new bit is pushed in at the bottom, so the first ends on top
// named: highest_bit_first
#include "integer_network.h"

void pack_bits(size_t N, const int32_t values[], uint32_t words[])
{
    for (size_t w = 0; w < WORDS(N); w++) {
        uint32_t x = 0;
        for (size_t k = 0; k < 32; k++) {
            x <<= 1;
            if (32 * w + k < N && values[32 * w + k] >= 0) {
                x |= 1;
            }
        }
        words[w] = x;
    }
}
