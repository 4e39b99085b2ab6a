// fails: few, words, zero, empty, outside, sanitizer, long
// en: Your loop goes on to values[N], which is behind the array.
// ja: ループが values[N] まで進んでいます。
//     これは配列の外です。
#include "integer_network.h"

void pack_bits(size_t N, const int32_t values[], uint32_t words[])
{
    for (size_t w = 0; w < WORDS(N); w++) {
        words[w] = 0;
    }
    for (size_t i = 0; i <= N; i++) {
        words[i / 32] |= (uint32_t)(values[i] >= 0) << (i % 32);
    }
}
