/*
 * 数のための define-by-run のフレームワーク（パターン A）。どの演算も、順伝播と逆伝播をもつクラスと、利用者が
 * 呼び出す薄い関数からなります。グラフを逆向きにたどる部分を書いてください。このファイルは変えません。
 *
 * C++ より Python に慣れているなら：
 *
 *   Variable            std::shared_ptr：持ち主の数を数えるポインタ。コピーしてもデータはコピーされないので、
 *                       2 つのコピーは同じ変数を指し、== で比べると等しくなります。指しているものには矢印で
 *                       アクセスします：variable->data
 *   variable->node      この変数を作ったノード。葉では nullptr で、条件式では偽になります
 *   std::vector<T>      リスト。v.push_back(e) は末尾への追加、v.size() は要素数、v[0] は最初の要素
 *   for (T e : v)       すべての要素を順に取り出します
 *   for (size_t i = 0; i < N; i++)
 *                       i は 0、1、…、N - 1。src[] のような配列は自分の長さを知りません。src[i] は i 番目の
 *                       要素で、grad_in[i] = g; で書き込みます
 *   std::set<T>         集合。s.insert(e).second は、e がすでに入っていれば false
 *   std::reverse(v.begin(), v.end())
 *                       リストを逆順にします
 *   auto f = [&](T e) { ... };
 *                       関数の中の関数。まわりの変数が見えます
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
    float grad = 0;  // 勾配を足し込む場所

    Data(float data, std::shared_ptr<Node> node) : data(data), node(std::move(node)) {}
};

using Variable = std::shared_ptr<Data>;

struct Node {
    std::vector<Variable> inputs;  // 葉のほうへ：ノードは入力を持ち、出力は持たない

    explicit Node(std::vector<Variable> inputs) : inputs(std::move(inputs)) {}
    virtual ~Node() = default;
    // 各入力の勾配を、入力の順に返す。
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

/* 微分する関数：グラフは枝分かれし、形は数によって変わります。 */
inline Variable branching(const Variable& x)
{
    Variable a = multiply(x, x);
    Variable y = multiply(a, add(a, x));
    if (x->data < 0) y = add(multiply(y, a), x);
    while (y->data > 1 && y->data < 100) y = add(multiply(y, a), y);
    return y;
}

/*
 * 課題 4。N 個の数それぞれについて、branching の勾配に上流の勾配を掛けたもの。
 *
 *   N          3 つの配列それぞれの要素数。0 のこともあります
 *   src        branching に入る数。1 つずつ別のグラフになります
 *   grad_out   上流の勾配：それぞれの結果に対する損失の変化
 *   grad_in    src についての勾配を書く場所
 */
extern "C" void slopes(size_t N, const float src[], const float grad_out[], float grad_in[]);

#endif
