// fails: zero
// en: A 0 becomes the bit 0 with you, and so a −1. In this course the sign of 0 is +1.
// ja: 0 のビットを 0、つまり -1 にしています。
//     この教材では、0 の符号は +1 です。
#include "integer_network.h"

void pack_bits(size_t N, const int32_t values[], uint32_t words[])
{
    for (size_t w = 0; w < WORDS(N); w++) {
        words[w] = 0;
    }
    for (size_t i = 0; i < N; i++) {
        words[i / 32] |= (uint32_t)(values[i] > 0) << (i % 32);
    }
}
