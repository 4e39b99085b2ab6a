// fails: last_word, long
// en: Your mask of the last word is applied to every word.
// ja: 最後のワードのためのマスクを、すべてのワードにかけています。
#include "integer_network.h"

int32_t xnor_dot(size_t N, const uint32_t a[], const uint32_t b[])
{
    int32_t dot = 0;
    for (size_t w = 0; w < WORDS(N); w++) {
        uint32_t same = ~(a[w] ^ b[w]);
        if (N % 32 != 0) {
            same &= (UINT32_C(1) << (N % 32)) - 1;
        }
        dot += 2 * ones(same);
    }
    return dot - (int32_t)N;
}
