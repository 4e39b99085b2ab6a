// fails: few, words, zero, long
// en: Your number of words is rounded down, so that values behind the last full word are lost.
// ja: ワードの数を切り捨てで求めているので、いっぱいにならない最後のワードの値が失われます。
#include "integer_network.h"

void pack_bits(size_t N, const int32_t values[], uint32_t words[])
{
    for (size_t w = 0; w < N / 32; w++) {
        words[w] = 0;
        for (size_t k = 0; k < 32; k++) {
            words[w] |= (uint32_t)(values[32 * w + k] >= 0) << k;
        }
    }
}
