// fails: compiles, warnings, word, few, words, zero, empty, outside, sanitizer, long, extremes
// en: You set bits, but never clear any: what stood in the word before shows through.
// ja: ビットを 1 にするだけで、0 にすることがありません。
//     ワードに前から入っていたものが残ります。
#include "integer_network.h"

void pack_bits(size_t N, const int32_t values[], uint32_t words[])
{
    for (size_t i = 0; i < N; i++) {
        words[i / 32] |= (uint32_t)(values[i] >= 0) << (i % 32);
    }
}
