// fails: few, last_word, long
// en: You take away the unused places as if they were equal in both rows. What stands behind the
//     N-th bit may differ: leave those places out instead.
// ja: 使わないビットが、どちらの列でも同じだとみなして引いています。
//     N 番目より後ろのビットは、違うこともあります。引くのではなく、
//     数えないようにしてください。
#include "integer_network.h" // and ones(word)

int32_t xnor_dot(size_t N, const uint32_t a[], const uint32_t b[])
{
    int32_t dot = 0;
    int32_t unused = (int32_t)(32 * WORDS(N) - N);   // these are 0 in both, so they look equal
    for (size_t w = 0; w < WORDS(N); w++) {
        dot += (int32_t)ones(~(a[w] ^ b[w]));
    }
    int32_t p = dot - unused;
    dot = 2 * p - (int32_t)N;
    return dot;
}
