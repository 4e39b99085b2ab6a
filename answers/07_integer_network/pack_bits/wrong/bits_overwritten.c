// fails: compiles, warnings, word, few, words, zero, empty, outside, sanitizer, long, extremes
// en: Each value overwrites the whole word, so that only the last one of a word is left. A bit is
//     set without touching the others.
// ja: 値ごとにワード全体を上書きしているので、ワードの最後の値しか残りません。
//     ほかのビットを変えずに、1 つのビットだけを立てます。
#include "integer_network.h"

void pack_bits(size_t N, const int32_t values[], uint32_t words[])
{
    for (size_t w = 0; w < WORDS(N); w++)
        words[w] = 0;
    for (size_t i = 0; i < N; i++)
        words[i / 32] = (uint32_t)(values[i] >= 0) << (i % 32);
}
