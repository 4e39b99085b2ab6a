// mistake: the walk does not stop at the leaf, which has no node
#include "graph.hpp" // what you are given, and what the function takes

#include <algorithm>
#include <functional>
#include <set>

static void visit(const Variable& v, std::set<Variable>& seen, std::vector<Variable>& order)
{
    if (!seen.insert(v).second) return;
    for (const Variable& input : v->node->inputs) visit(input, seen, order);
    order.push_back(v);
}

extern "C" void slopes(size_t N, const float src[], const float grad_out[], float grad_in[])
{
    for (size_t i = 0; i < N; i++) {
        Variable x = leaf(src[i]);
        Variable y = branching(x);
        std::set<Variable> seen;
        std::vector<Variable> order;
        visit(y, seen, order);
        std::reverse(order.begin(), order.end());
        y->grad = grad_out[i];
        for (const Variable& v : order) {
            std::vector<float> grads = v->node->backward(v->grad);
            for (size_t k = 0; k < grads.size(); k++) v->node->inputs[k]->grad += grads[k];
        }
        grad_in[i] = x->grad;
    }
}
