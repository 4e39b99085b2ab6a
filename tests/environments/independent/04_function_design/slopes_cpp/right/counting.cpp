// Kahn: a variable is ready once all that use it have passed their gradient on
#include "graph.hpp" // what you are given, and what the function takes

#include <map>
#include <vector>

extern "C" void slopes(size_t N, const float src[], const float grad_out[], float grad_in[])
{
    for (size_t i = 0; i < N; i++) {
        auto x = leaf(src[i]), y = branching(x);
        std::map<Variable, int> users{{y, 0}};
        std::vector<Variable> stack{y};
        while (!stack.empty()) {
            auto v = stack.back();
            stack.pop_back();
            if (!v->node) continue;
            for (auto& input : v->node->inputs)
                if (users[input]++ == 0) stack.push_back(input);
        }
        std::map<Variable, float> sum{{y, grad_out[i]}};
        stack.push_back(y);
        while (!stack.empty()) {
            auto v = stack.back();
            stack.pop_back();
            if (!v->node) continue;
            auto grads = v->node->backward(sum[v]);
            auto grad = grads.begin();
            for (auto& input : v->node->inputs) {
                sum[input] += *grad++;
                if (--users[input] == 0) stack.push_back(input);
            }
        }
        grad_in[i] = sum[x];
    }
}
