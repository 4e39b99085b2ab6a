/*
 * A define-by-run framework for numbers, in pattern A: each operation is a class with both passes,
 * and a thin function that users call. You write what walks backward through the graph. You do not
 * change this file.
 *
 * If you know Python better than C++:
 *
 *   Variable            a std::shared_ptr: a pointer that counts its owners. Copying it copies no
 *                       data, so two copies are the same variable, and == says so. What it points
 *                       to is reached with an arrow: variable->data
 *   variable->node      the node that made it; nullptr, which counts as false, for a leaf
 *   std::vector<T>      a list; v.push_back(e) appends, v.size() counts, v[0] is the first
 *   for (T e : v)       goes through all elements
 *   for (size_t i = 0; i < N; i++)
 *                       i is 0, 1, ... N - 1. An array such as src[] does not know its length;
 *                       src[i] is element i, and grad_in[i] = g; stores one
 *   std::set<T>         a set; s.insert(e).second is false if e was in it before
 *   std::reverse(v.begin(), v.end())
 *                       turns a list round
 *   auto f = [&](T e) { ... };
 *                       a function inside a function, which sees the variables around it
 */
#ifndef GRAPH_HPP
#define GRAPH_HPP

#include <cstddef>
#include <memory>
#include <utility>
#include <vector>

using std::size_t;

struct Node;

struct Data {
    float data;
    std::shared_ptr<Node> node;
    float grad = 0;  // where gradients are added up

    Data(float data, std::shared_ptr<Node> node) : data(data), node(std::move(node)) {}
};

using Variable = std::shared_ptr<Data>;

struct Node {
    std::vector<Variable> inputs;  // towards the leaves: a node owns its inputs, never its output

    explicit Node(std::vector<Variable> inputs) : inputs(std::move(inputs)) {}
    virtual ~Node() = default;
    // The gradient of each input, in their order.
    virtual std::vector<float> backward(float grad) const = 0;
};

struct Add : Node {
    using Node::Node;
    std::vector<float> backward(float grad) const override { return {grad, grad}; }
};

struct Multiply : Node {
    using Node::Node;
    std::vector<float> backward(float grad) const override
    {
        return {grad * inputs[1]->data, grad * inputs[0]->data};
    }
};

inline Variable leaf(float data) { return std::make_shared<Data>(data, nullptr); }

inline Variable add(const Variable& a, const Variable& b)
{
    return std::make_shared<Data>(a->data + b->data,
                                  std::make_shared<Add>(std::vector<Variable>{a, b}));
}

inline Variable multiply(const Variable& a, const Variable& b)
{
    return std::make_shared<Data>(a->data * b->data,
                                  std::make_shared<Multiply>(std::vector<Variable>{a, b}));
}

/* What is to be differentiated: a graph that branches, and that depends on the number. */
inline Variable branching(const Variable& x)
{
    Variable a = multiply(x, x);
    Variable y = multiply(a, add(a, x));
    if (x->data < 0) y = add(multiply(y, a), x);
    while (y->data > 1 && y->data < 100) y = add(multiply(y, a), y);
    return y;
}

/*
 * Task 4. The gradient of branching for each of N numbers, times an upstream gradient.
 *
 *   N          how many elements each of the three arrays has; 0 is allowed
 *   src        the numbers that go into branching, each into a graph of its own
 *   grad_out   the upstream gradients: how the loss changes with each result
 *   grad_in    where the gradients with respect to src go
 */
extern "C" void slopes(size_t N, const float src[], const float grad_out[], float grad_in[]);

#endif
