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
    return ReLU().apply(x)


def linear_a(x, weight, bias):
    return Linear().apply(x, weight, bias)
