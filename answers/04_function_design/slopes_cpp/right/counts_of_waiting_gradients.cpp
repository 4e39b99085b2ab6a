#include "graph.hpp"

#include <map>

static void count(const Variable& variable, std::map<Variable, int>& waiting)
{
    if (!variable->node) return;
    for (const Variable& input : variable->node->inputs)
        if (waiting[input]++ == 0) count(input, waiting);
}

extern "C" void slopes(size_t N, const float src[], const float grad_out[], float grad_in[])
{
    for (size_t i = 0; i < N; i++) {
        Variable x = leaf(src[i]), y = branching(x);
        std::map<Variable, int> waiting;
        count(y, waiting);
        y->grad = grad_out[i];
        std::vector<Variable> ready{y};
        while (!ready.empty()) {
            Variable variable = ready.back();
            ready.pop_back();
            if (!variable->node) continue;
            std::vector<float> grads = variable->node->backward(variable->grad);
            for (size_t k = 0; k < grads.size(); k++) {
                const Variable& input = variable->node->inputs[k];
                input->grad += grads[k];
                if (--waiting[input] == 0) ready.push_back(input);
            }
        }
        grad_in[i] = x->grad;
    }
}
