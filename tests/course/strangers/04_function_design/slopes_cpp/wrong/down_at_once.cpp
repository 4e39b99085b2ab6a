// mistake: a variable passes its whole sum on each time that something arrives
// named: passed_on_at_once
#include "graph.hpp" // what you are given, and what the function takes

#include <algorithm>
#include <functional>
#include <set>

static void down(const Variable& v, float grad)
{
    v->grad += grad;
    if (!v->node) return;
    std::vector<float> grads = v->node->backward(v->grad);
    for (size_t k = 0; k < grads.size(); k++) down(v->node->inputs[k], grads[k]);
}

extern "C" void slopes(size_t N, const float src[], const float grad_out[], float grad_in[])
{
    for (size_t i = 0; i < N; ++i) {
        Variable x = leaf(src[i]);
        down(branching(x), grad_out[i]);
        grad_in[i] = x->grad;
    }
}
