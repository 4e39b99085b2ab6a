// fails: compiles, warnings, grad, negative, looped, outside, long
// en: Each time a gradient arrives at a variable, you pass the whole sum on, so that what came
//     before is counted again.
// ja: 変数に勾配が届くたびに、それまでの和をすべて先へ渡しています。前に届いた分が、また数えられます。
#include "graph.hpp" // what you are given, and what the function takes

#include <vector>

static void receive(Data& variable, float grad)
{
    variable.grad += grad;
    if (!variable.node) return;
    const Node& node = *variable.node;
    std::vector<float> grads = node.backward(variable.grad);
    for (size_t k = 0; k < grads.size(); k++) receive(*node.inputs[k], grads[k]);
}

extern "C" void slopes(size_t N, const float src[], const float grad_out[], float grad_in[])
{
    for (size_t i = 0; i < N; i++) {
        Variable x = leaf(src[i]), y = branching(x);
        receive(*y, grad_out[i]);
        grad_in[i] = x->grad;
    }
}
