class ReLU(FunctionNode):
    """Lets PyTorch's own autograd do the backward of one node."""

    def forward(self, x):
        self.x = x
        return torch.relu(x)

    def backward(self, grad):
        x = self.x.clone().requires_grad_()
        return torch.autograd.grad(torch.relu(x), x, grad)


class Linear(FunctionNode):
    def forward(self, *data):
        self.data = data
        return torch.nn.functional.linear(*data)

    def backward(self, grad):
        leaves = [values.clone().requires_grad_() for values in self.data]
        return torch.autograd.grad(torch.nn.functional.linear(*leaves), leaves, grad)


def relu_a(x):
    return ReLU().apply(x)


def linear_a(x, weight, bias):
    return Linear().apply(x, weight, bias)
