// fails: empty, outside, sanitizer
// en: You clear one word more than there is where N is a multiple of 32: behind the array somebody
//     else's memory begins.
// ja: N が 32 の倍数のとき、ワードを 1 つ多く 0 にしています。
//     配列の後ろは、ほかの誰かのメモリです。
#include "integer_network.h"

void pack_bits(size_t N, const int32_t values[], uint32_t words[])
{
    for (size_t w = 0; w <= N / 32; w++)
        words[w] = 0;
    for (size_t i = 0; i < N; i++)
        if (values[i] >= 0)
            words[i / 32] |= UINT32_C(1) << (i % 32);
}
