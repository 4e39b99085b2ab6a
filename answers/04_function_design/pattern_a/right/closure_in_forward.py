class ReLU(FunctionNode):
    def forward(self, x):
        self.pull_back = lambda grad: (grad.masked_fill(x <= 0, 0),)
        return torch.relu(x)

    def backward(self, grad):
        return self.pull_back(grad)


class Linear(FunctionNode):
    def forward(self, x, weight, bias):
        self.pull_back = lambda grad: (grad @ weight, grad.T @ x, torch.ones(len(grad), dtype=grad.dtype) @ grad)
        return (weight @ x.T).T + bias

    def backward(self, grad):
        return self.pull_back(grad)


def relu_a(x):
    return ReLU().apply(x)


def linear_a(x, weight, bias):
    return Linear().apply(x, weight, bias)
