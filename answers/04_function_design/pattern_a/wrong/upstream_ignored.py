# fails: float64, relu_cube, relu_grad, relu_transposed, scalar, shared, two_calls, zero
# en: The gradient of your ReLU is only 0 or 1: the upstream gradient is not in it.
# ja: ReLU の勾配が 0 か 1 だけになっています。上流の勾配が使われていません。
class ReLU(FunctionNode):
    def forward(self, x):
        self.x = x
        return torch.where(x > 0, x, torch.zeros_like(x))

    def backward(self, grad):
        return ((self.x > 0).to(grad.dtype),)


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
