# fails: nodes
# en: Your nodes work, but in the graph they do not have the names ReLU and Linear, so nobody can
#     read there which operation it was.
# ja: ノードは正しく働きますが、グラフの中での名前が ReLU と Linear ではないので、
#     どの演算だったのかが読み取れません。
class Operation(FunctionNode):
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
    return Operation().apply(x)


def linear_a(x, weight, bias):
    return Linear().apply(x, weight, bias)
