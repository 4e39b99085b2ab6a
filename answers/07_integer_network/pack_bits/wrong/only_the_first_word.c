// fails: words, zero, long
// en: All your values go into words[0]. After 32 values the next word begins.
// ja: すべての値を words[0] に入れています。
//     32 個ごとに次のワードへ進みます。
#include "integer_network.h"

void pack_bits(size_t N, const int32_t values[], uint32_t words[])
{
    for (size_t w = 0; w < WORDS(N); w++) {
        words[w] = 0;
    }
    for (size_t i = 0; i < N; i++) {
        words[0] |= (uint32_t)(values[i] >= 0) << (i % 32);
    }
}
