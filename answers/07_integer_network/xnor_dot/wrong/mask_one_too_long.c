// fails: few, last_word, long
// en: Your mask is one bit too long, so that a bit behind the N-th counts.
// ja: マスクが 1 ビット長いので、N 番目の次のビットまで数えています。
#include "integer_network.h"

int32_t xnor_dot(size_t N, const uint32_t a[], const uint32_t b[])
{
    int32_t dot = 0;
    for (size_t w = 0; w < WORDS(N); w++) {
        uint32_t same = ~(a[w] ^ b[w]);
        size_t left = N - 32 * w;
        if (left < 31) {
            same &= (UINT32_C(1) << (left + 1)) - 1;
        }
        dot += 2 * ones(same);
    }
    return dot - (int32_t)N;
}
