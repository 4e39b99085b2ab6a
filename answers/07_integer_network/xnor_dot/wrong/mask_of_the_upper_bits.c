// fails: few, last_word, long?
// en: Your mask keeps the upper bits of the last word. The signs lie in the lower ones.
// ja: マスクが最後のワードの上のビットを残しています。
//     符号が入っているのは下のビットです。
#include "integer_network.h" // and ones(word)

int32_t xnor_dot(size_t N, const uint32_t a[], const uint32_t b[])
{
    int32_t dot = 0;
    for (size_t w = 0; w < WORDS(N); w++) {
        uint32_t same = ~(a[w] ^ b[w]);
        size_t left = N - 32 * w;
        if (left < 32) {
            same &= ~((UINT32_C(1) << left) - 1);
        }
        dot += 2 * ones(same);
    }
    dot -= (int32_t)N;
    return dot;
}
