// fails: few, words, zero, long
// en: The bits behind the last value are 1 with you. They belong to no value and must be 0.
// ja: 最後の値より後ろのビットが 1 になっています。
//     どの値のものでもないので、0 にします。
#include "integer_network.h"

void pack_bits(size_t N, const int32_t values[], uint32_t words[])
{
    for (size_t w = 0; w < WORDS(N); w++) {
        words[w] = 0;
    }
    for (size_t i = 0; i < 32 * WORDS(N); i++) {
        words[i / 32] |= (uint32_t)(i >= N || values[i] >= 0) << (i % 32);
    }
}
