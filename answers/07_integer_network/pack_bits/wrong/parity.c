// fails: word, few, words, zero, long, compiles, warnings, empty, outside, sanitizer
// en: You look at the lowest bit of each value, which says whether it is odd. The sign is
//     asked for.
// ja: 値のいちばん下のビットを見ています。
//     それは奇数かどうかで、符号ではありません。
#include "integer_network.h"

void pack_bits(size_t N, const int32_t values[], uint32_t words[])
{
    for (size_t w = 0; w < WORDS(N); w++) {
        words[w] = 0;
    }
    for (size_t i = 0; i < N; i++) {
        words[i / 32] |= (uint32_t)(values[i] & 1) << (i % 32);
    }
}
