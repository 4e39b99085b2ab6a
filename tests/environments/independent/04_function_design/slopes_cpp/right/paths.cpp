// each path is walked by itself: what arrives at the leaf is the sum over the paths
#include "graph.hpp" // what you are given, and what the function takes

#include <vector>

static float along(const Variable& v, const Variable& x, float grad)
{
    if (v == x) return grad;
    float sum = 0;
    const auto grads = v->node->backward(grad);
    for (size_t k = 0; k < grads.size(); ++k) sum += along(v->node->inputs[k], x, grads[k]);
    return sum;
}

extern "C" void slopes(size_t N, const float src[], const float grad_out[], float grad_in[])
{
    for (size_t i = 0; i != N; ++i) {
        const auto x = leaf(src[i]);
        grad_in[i] = along(branching(x), x, grad_out[i]);
    }
}
