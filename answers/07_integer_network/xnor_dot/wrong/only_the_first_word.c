// fails: words, last_word, equal, long
// en: Your sum holds the first word only.
// ja: 最初のワードしか足していません。
#include "integer_network.h" // and ones(word)

int32_t xnor_dot(size_t N, const uint32_t a[], const uint32_t b[])
{
    int32_t dot = 0;
    for (size_t w = 0; w < 1 && w < WORDS(N); w++) {
        uint32_t same = ~(a[w] ^ b[w]);
        size_t left = N - 32 * w;
        if (left < 32) {
            same &= (UINT32_C(1) << left) - 1;
        }
        dot += 2 * ones(same);
    }
    dot -= (int32_t)N;
    return dot;
}
