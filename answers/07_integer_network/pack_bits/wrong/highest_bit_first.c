// fails: compiles, warnings, word, few, words, zero, empty, outside, sanitizer, long, extremes
// en: Your first value goes into the highest bit. Value 0 belongs into bit 0, the lowest.
// ja: 最初の値をいちばん上のビットに入れています。
//     0 番の値が入るのは、いちばん下のビット 0 です。
#include "integer_network.h"

void pack_bits(size_t N, const int32_t values[], uint32_t words[])
{
    for (size_t w = 0; w < WORDS(N); w++) {
        words[w] = 0;
    }
    for (size_t i = 0; i < N; i++) {
        words[i / 32] |= (uint32_t)(values[i] >= 0) << (31 - i % 32);
    }
}
