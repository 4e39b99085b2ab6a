// fails: compiles, warnings, word, few, words, zero, empty, outside, sanitizer, long, extremes
// en: You put 8 values into each word, as if it were a byte. A word has 32 bits.
// ja: 1 ワードに 8 個の値しか入れていません。
//     1 ワードは、1 バイトではなく 32 ビットです。
#include "integer_network.h"

void pack_bits(size_t N, const int32_t values[], uint32_t words[])
{
    for (size_t w = 0; w < WORDS(N); w++) {
        words[w] = 0;
    }
    for (size_t i = 0; i < N && i / 8 < WORDS(N); i++) {
        words[i / 8] |= (uint32_t)(values[i] >= 0) << (i % 8);
    }
}
