#include "graph.hpp"

static void send(const Variable& variable, float grad)
{
    variable->grad += grad;
    if (!variable->node) return;
    std::vector<float> grads = variable->node->backward(grad);
    for (size_t k = 0; k < grads.size(); k++) send(variable->node->inputs[k], grads[k]);
}

extern "C" void slopes(size_t N, const float src[], const float grad_out[], float grad_in[])
{
    for (size_t i = 0; i < N; i++) {
        Variable x = leaf(src[i]);
        send(branching(x), grad_out[i]);
        grad_in[i] = x->grad;
    }
}
