# fails: linear_y, shared, float64
# en: Your forward returns the bias alone: the product is missing.
# ja: 順伝播がバイアスだけを返していて、積がありません。
class ReLU(FunctionNode):
    def forward(self, x):
        self.positive = x > 0
        return torch.where(self.positive, x, torch.zeros_like(x))

    def backward(self, grad):
        return (torch.where(self.positive, grad, torch.zeros_like(grad)),)


class Linear(FunctionNode):
    def forward(self, x, weight, bias):
        self.x, self.weight = x, weight
        return bias

    def backward(self, grad):
        return grad @ self.weight, grad.T @ self.x, grad.sum(dim=0)


def relu_a(x):
    return ReLU().apply(x)


def linear_a(x, weight, bias):
    return Linear().apply(x, weight, bias)
