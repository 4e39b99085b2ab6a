// fails: few, last_word, long
// en: You mask too early: the bits behind the N-th are 0 by then, and the NOT makes ones of them.
//     They count as equal pairs.
// ja: マスクをかけるのが早すぎます。
//     N 番目より後ろのビットは、その後の反転で 1 になり、等しい組として数えられます。
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
