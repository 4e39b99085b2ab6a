# fails: relu_y, shared, two_calls, relu_cube, relu_transposed, float64, infinite, relu_empty
# en: Where x is negative your ReLU gives 1.
# ja: x が負のところで、ReLU が 1 になっています。
class ReLU(FunctionNode):
    def forward(self, x):
        self.positive = x > 0
        return torch.where(self.positive, x, torch.ones_like(x))

    def backward(self, grad):
        return (torch.where(self.positive, grad, torch.zeros_like(grad)),)


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
