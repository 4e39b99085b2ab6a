// fails: words, zero, long
// en: Your word is not set back when a new one begins, so it brings along the bits of the words
//     before.
// ja: 次のワードを始めるときに 0 に戻していないので、前のワードのビットが残っています。
#include "integer_network.h"

void pack_bits(size_t N, const int32_t values[], uint32_t words[])
{
    uint32_t word = 0;
    for (size_t i = 0; i < N; i++) {
        if (values[i] >= 0) {
            word |= UINT32_C(1) << (i % 32);
        }
        words[i / 32] = word;
    }
}
