// fails: few, last_word, long
// en: You mask the two rows before the XNOR. Then the bits behind the N-th are 0 in both, and
//     equal.
// ja: XNOR の前にマスクをかけています。
//     すると N 番目より後ろは両方とも 0 になり、同じだと数えられます。
#include "integer_network.h"

int32_t xnor_dot(size_t N, const uint32_t a[], const uint32_t b[])
{
    int32_t dot = 0;
    for (size_t w = 0; w < WORDS(N); w++) {
        uint32_t mask = UINT32_MAX;
        if (N - 32 * w < 32) {
            mask = (UINT32_C(1) << (N - 32 * w)) - 1;
        }
        dot += 2 * ones(~((a[w] & mask) ^ (b[w] & mask)));
    }
    return dot - (int32_t)N;
}
