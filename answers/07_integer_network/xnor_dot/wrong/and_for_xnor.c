// fails: compiles, warnings, word, words, few, last_word, equal, empty, outside, sanitizer, long
// en: You count the places where both bits are 1. Two bits that are 0 are equal as well:
//     (−1)(−1) = +1.
// ja: 両方とも 1 のところだけを数えています。
//     両方とも 0 でも符号は同じで、(-1)(-1) = +1 です。
#include "integer_network.h" // and ones(word)

int32_t xnor_dot(size_t N, const uint32_t a[], const uint32_t b[])
{
    int32_t dot = 0;
    for (size_t w = 0; w < WORDS(N); w++) {
        uint32_t same = a[w] & b[w];
        size_t left = N - 32 * w;
        if (left < 32) {
            same &= (UINT32_C(1) << left) - 1;
        }
        dot += 2 * ones(same);
    }
    dot -= (int32_t)N;
    return dot;
}
