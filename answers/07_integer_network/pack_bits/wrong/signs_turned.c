// fails: compiles, warnings, word, few, words, zero, empty, outside, sanitizer, long, extremes
// en: Your bits are turned: a negative value gives 1, and the others 0.
// ja: ビットが逆です。
//     負の値が 1 に、それ以外が 0 になっています。
#include "integer_network.h"

void pack_bits(size_t N, const int32_t values[], uint32_t words[])
{
    for (size_t w = 0; w < WORDS(N); w++) {
        words[w] = 0;
    }
    for (size_t i = 0; i < N; i++) {
        words[i / 32] |= (uint32_t)(values[i] < 0) << (i % 32);
    }
}
