# fails: relu_grad, shared, zero, two_calls, relu_cube, relu_transposed, float64, scalar
# en: Your ReLU passes the gradient everywhere, also where it cut off the value.
# ja: ReLU が、値を切り落としたところでも勾配を通しています。
class ReLU(FunctionNode):
    def forward(self, x):
        self.positive = x > 0
        return torch.where(self.positive, x, torch.zeros_like(x))

    def backward(self, grad):
        return (torch.where(self.positive, grad, grad),)


class Linear(FunctionNode):
    def forward(self, x, weight, bias):
        self.x, self.weight = x, weight
        return x @ weight.T + bias

    def backward(self, grad):
        return grad @ self.weight, grad.T @ self.x, grad.sum(dim=0)


def relu_a(x):
    return ReLU().apply(x)


def linear_a(x, weight, bias):
    return Linear().apply(x, weight, bias)
