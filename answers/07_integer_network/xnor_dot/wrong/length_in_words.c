// fails: few, last_word, long
// en: You subtract 32 for each word, also for the last one, which may hold fewer signs.
// ja: ワードごとに 32 を引いています。
//     最後のワードの符号は、もっと少ないことがあります。
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
        dot += 2 * ones(same);
    }
    dot -= 32 * (int32_t)WORDS(N);
    return dot;
}
