// fails: few, last_word, long
// en: The bits behind the N-th count with you: two of them that are equal look like a product
//     of +1.
// ja: N 番目より後ろのビットまで数えています。
//     そこが同じだと、+1 の積に見えてしまいます。
#include "integer_network.h" // and ones(word)

int32_t xnor_dot(size_t N, const uint32_t a[], const uint32_t b[])
{
    int32_t dot = 0;
    for (size_t w = 0; w < WORDS(N); w++) {
        uint32_t same = ~(a[w] ^ b[w]);
        dot += 2 * ones(same);
    }
    dot -= (int32_t)N;
    return dot;
}
