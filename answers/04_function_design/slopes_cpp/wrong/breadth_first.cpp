// fails: compiles, warnings, grad, negative, looped, outside, long
// en: You visit what is near the result first. A variable on a short path is visited before the
//     gradient from a longer path has arrived.
// ja: 結果に近いものから順に訪れています。短い道の先にある変数を、長い道を通る勾配が届く前に
//     訪れてしまいます。
#include "graph.hpp" // what you are given, and what the function takes

#include <algorithm>
#include <functional>
#include <set>

extern "C" void slopes(size_t N, const float src[], const float grad_out[], float grad_in[])
{
    for (size_t i = 0; i < N; i++) {
        Variable x = leaf(src[i]), y = branching(x);
        std::vector<Variable> order{y};
        std::set<Variable> seen{y};
        for (size_t place = 0; place < order.size(); place++) {
            Variable variable = order[place];
            for (const Variable& input : variable->node->inputs)
                if (input->node && seen.insert(input).second) order.push_back(input);
        }
        y->grad = grad_out[i];
        for (const Variable& variable : order) {
            std::vector<float> grads = variable->node->backward(variable->grad);
            for (size_t k = 0; k < grads.size(); k++) variable->node->inputs[k]->grad += grads[k];
        }
        grad_in[i] = x->grad;
    }
}
