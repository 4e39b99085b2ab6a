// fails: compiles, warnings, grad, negative, looped, outside, long
// en: You write a gradient over the one that another node has sent before. They have to be added.
// ja: 別のノードから届いていた勾配を上書きしています。足さなければなりません。
#include "graph.hpp" // what you are given, and what the function takes

#include <algorithm>
#include <functional>
#include <set>

static void visit(const Variable& variable, std::set<Variable>& seen, std::vector<Variable>& order)
{
    if (!variable->node || !seen.insert(variable).second) return;
    for (const Variable& input : variable->node->inputs) visit(input, seen, order);
    order.push_back(variable);
}

extern "C" void slopes(size_t N, const float src[], const float grad_out[], float grad_in[])
{
    for (size_t i = 0; i < N; i++) {
        Variable x = leaf(src[i]), y = branching(x);
        std::set<Variable> seen;
        std::vector<Variable> order;
        visit(y, seen, order);
        std::reverse(order.begin(), order.end());
        y->grad = grad_out[i];
        for (const Variable& variable : order) {
            std::vector<float> grads = variable->node->backward(variable->grad);
            for (size_t k = 0; k < grads.size(); k++) variable->node->inputs[k]->grad = grads[k];
        }
        grad_in[i] = x->grad;
    }
}
