class ReLU(FunctionNode):
    def forward(self, x):
        self.mask = (x > 0).to(x.dtype)
        return torch.where(x > 0, x, torch.zeros_like(x))

    def backward(self, grad):
        return [grad * self.mask]


class Linear(FunctionNode):
    def forward(self, x, weight, bias):
        self.x, self.weight = x, weight
        return torch.einsum("ni,oi->no", x, weight) + bias

    def backward(self, grad):
        return [
            torch.einsum("no,oi->ni", grad, self.weight),
            torch.einsum("no,ni->oi", grad, self.x),
            torch.einsum("no->o", grad),
        ]


def relu_a(x):
    return ReLU().apply(x)


def linear_a(x, weight, bias):
    return Linear().apply(x, weight, bias)
