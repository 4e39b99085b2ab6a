# fails: float64, relu_cube, relu_grad, relu_transposed, shared, two_calls, zero, scalar
# en: The backward of your ReLU writes zeros into the gradient that it was given. Another node may
#     still need it.
# ja: ReLU の backward が、渡された勾配そのものに 0 を書き込んでいます。
#     その勾配は、ほかのノードでも使われるかもしれません。
class ReLU(FunctionNode):
    def forward(self, x):
        self.x = x
        return torch.where(x > 0, x, torch.zeros_like(x))

    def backward(self, grad):
        grad[self.x <= 0] = 0
        return (grad,)


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
