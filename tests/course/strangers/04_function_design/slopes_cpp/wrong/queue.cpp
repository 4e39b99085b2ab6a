// mistake: a queue, each variable once, as soon as it is reached
// named: breadth_first
#include "graph.hpp" // what you are given, and what the function takes

#include <queue>
#include <set>

extern "C" void slopes(size_t N, const float src[], const float grad_out[], float grad_in[])
{
    for (size_t i = 0; i < N; i++) {
        Variable x = leaf(src[i]);
        Variable y = branching(x);
        y->grad = grad_out[i];
        std::queue<Variable> waiting;
        std::set<Variable> done;
        waiting.push(y);
        while (!waiting.empty()) {
            Variable v = waiting.front();
            waiting.pop();
            if (!v->node || !done.insert(v).second) continue;
            std::vector<float> grads = v->node->backward(v->grad);
            for (size_t k = 0; k < grads.size(); k++) {
                v->node->inputs[k]->grad += grads[k];
                waiting.push(v->node->inputs[k]);
            }
        }
        grad_in[i] = x->grad;
    }
}
