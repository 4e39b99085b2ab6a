// mistake: the accumulator is not reset after a word
// named: bits_of_the_word_before
#include "integer_network.h"

void pack_bits(size_t N, const int32_t values[], uint32_t words[])
{
    uint32_t x = 0;
    for (size_t i = 0; i < N; i++) {
        if (values[i] >= 0) {
            x |= UINT32_C(1) << (i % 32);
        }
        words[i / 32] = x;
    }
}
