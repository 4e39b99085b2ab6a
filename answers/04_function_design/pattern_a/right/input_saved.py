# pattern_a: write both passes of ReLU and Linear, and the thin functions (about 8 lines)
class ReLU(FunctionNode):
    def forward(self, x):
        self.x = x
        return x.clamp(min=0)

    def backward(self, grad):
        return (grad * (self.x > 0),)


class Linear(FunctionNode):
    def forward(self, x, weight, bias):
        self.x, self.weight = x, weight
        return torch.nn.functional.linear(x, weight, bias)

    def backward(self, grad):
        return grad @ self.weight, grad.T @ self.x, grad.sum(0)


def relu_a(x):
    return ReLU().apply(x)


def linear_a(x, weight, bias):
    return Linear().apply(x, weight, bias)
