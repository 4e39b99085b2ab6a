// fails: compiles, warnings, word, few, words, zero, empty, outside, sanitizer, long, extremes
// en: Your loop ends one value too early.
// ja: ループが 1 つ手前で終わっているので、最後の値が抜けます。
#include "integer_network.h"

void pack_bits(size_t N, const int32_t values[], uint32_t words[])
{
    for (size_t w = 0; w < WORDS(N); w++) {
        words[w] = 0;
    }
    for (size_t i = 0; i + 1 < N; i++) {
        words[i / 32] |= (uint32_t)(values[i] >= 0) << (i % 32);
    }
}
