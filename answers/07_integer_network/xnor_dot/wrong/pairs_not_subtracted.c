// fails: compiles, warnings, word, words, few, last_word, equal, empty, outside, sanitizer, long
// en: You return the number of equal pairs. Those that differ must be subtracted.
// ja: 同じ組の数をそのまま返しています。
//     違う組の数を引かなければなりません。
#include "integer_network.h" // and ones(word)

int32_t xnor_dot(size_t N, const uint32_t a[], const uint32_t b[])
{
    int32_t dot = 0;
    for (size_t w = 0; w < WORDS(N); w++) {
        uint32_t same = ~(a[w] ^ b[w]);
        size_t left = N - 32 * w;
        if (left < 32) {
            same &= (UINT32_C(1) << left) - 1;
        }
        dot += ones(same);
    }
    return dot;
}
