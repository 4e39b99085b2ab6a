# fails: backward_twice, float64, linear_grads, nodes, relu_cube, relu_empty, relu_grad, relu_transposed, scalar, shared, two_calls, zero
# en: Your thin functions call forward and return a tensor. No node is made, so there is no graph
#     and nothing to ask for a gradient. Which method of FunctionNode makes the variable?
# ja: 薄い関数が forward を直接呼び、テンソルを返しています。
#     ノードができないので、グラフがなく、勾配を求められません。
#     変数を作るのは、FunctionNode のどのメソッドでしょうか。
class ReLU(FunctionNode):
    def forward(self, x):
        self.x = x
        return torch.where(x > 0, x, torch.zeros_like(x))

    def backward(self, grad):
        return (torch.where(self.x > 0, grad, torch.zeros_like(grad)),)


class Linear(FunctionNode):
    def forward(self, x, weight, bias):
        self.x, self.weight = x, weight
        return x @ weight.T + bias

    def backward(self, grad):
        return grad @ self.weight, grad.T @ self.x, grad.sum(dim=0)


def relu_a(x):
    return ReLU().forward(x.data)


def linear_a(x, weight, bias):
    return Linear().forward(x.data, weight.data, bias.data)
