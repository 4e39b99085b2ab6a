// fails: compiles, warnings, word, words, few, last_word, equal, empty, outside, sanitizer, long
// en: You subtract N from the number of equal pairs. Each equal pair takes the place of one
//     that differs, so it counts twice.
// ja: 同じ組の数から N を引いています。
//     同じ組が 1 つ増えると違う組が 1 つ減るので、2 倍にして数えます。
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
    dot -= (int32_t)N;
    return dot;
}
