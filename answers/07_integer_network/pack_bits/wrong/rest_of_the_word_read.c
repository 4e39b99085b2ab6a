// fails: few, words, zero, outside, sanitizer, long
// en: You always go through whole words, and so read values behind the last one.
// ja: いつもワードの終わりまで進んでいるので、最後の値より後ろまで読んでいます。
#include "integer_network.h"

void pack_bits(size_t N, const int32_t values[], uint32_t words[])
{
    for (size_t w = 0; w < WORDS(N); w++) {
        words[w] = 0;
        for (size_t k = 0; k < 32; k++) {
            words[w] |= (uint32_t)(values[32 * w + k] >= 0) << k;
        }
    }
}
