class ReLU(FunctionNode):
    """Saves nothing of its own: the node knows its input variables, and they hold the data."""

    def forward(self, x):
        return torch.relu(x)

    def backward(self, grad):
        (x,) = self.inputs
        return (torch.where(x.data > 0, grad, 0),)


class Linear(FunctionNode):
    def forward(self, x, weight, bias):
        return x @ weight.t() + bias

    def backward(self, grad):
        x, weight, _ = (variable.data for variable in self.inputs)
        return grad @ weight, grad.t() @ x, grad.sum(0)


def relu_a(x):
    node = ReLU()
    return node.apply(x)


def linear_a(*inputs):
    return Linear().apply(*inputs)
