# mistake: the gradient of bias is not summed
# named: bias_not_summed
class ReLU(FunctionNode):
    def forward(self, x):
        self.positive = x > 0
        return torch.where(self.positive, x, torch.zeros_like(x))

    def backward(self, grad):
        return (torch.where(self.positive, grad, torch.zeros_like(grad)),)


class Linear(FunctionNode):
    def forward(self, x, weight, bias):
        self.x, self.weight = x, weight
        return x @ weight.T + bias

    def backward(self, grad):
        return grad @ self.weight, grad.T @ self.x, grad


def relu_a(x):
    return ReLU().apply(x)


def linear_a(x, weight, bias):
    return Linear().apply(x, weight, bias)
