// fails: negative, looped, long
// en: You differentiate the first two lines of branching by hand. For other numbers it takes other ways;
//     the graph knows which.
// ja: branching のはじめの 2 行を手で微分しています。ほかの数では別の道を通ります。
//     どの道を通ったかは、グラフが知っています。
#include "graph.hpp"

extern "C" void slopes(size_t N, const float src[], const float grad_out[], float grad_in[])
{
    for (size_t i = 0; i < N; i++) {
        float x = src[i];
        grad_in[i] = grad_out[i] * (4 * x * x * x + 3 * x * x);
    }
}
