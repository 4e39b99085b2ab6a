// from the last value to the first, as in a shift register; the sign bit turned over
#include "integer_network.h"

void pack_bits(size_t N, const int32_t values[], uint32_t words[])
{
    uint32_t word = 0;
    size_t i = N;
    while (i-- > 0) {
        word = word << 1 | ~(uint32_t)values[i] >> 31;
        if (i % 32 == 0) {
            words[i / 32] = word;
            word = 0;
        }
    }
}
