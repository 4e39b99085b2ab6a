class ReLU(FunctionNode):
    def forward(self, x):
        self.y = torch.maximum(x, torch.zeros_like(x))
        return self.y

    def backward(self, grad):
        return (grad * self.y.sign(),)


class Linear(FunctionNode):
    def forward(self, x, weight, bias):
        self.saved = x, weight
        return torch.addmm(bias, x, weight.T)

    def backward(self, grad):
        x, weight = self.saved
        return torch.mm(grad, weight), torch.mm(x.T, grad).T, grad.sum(dim=0)


relu_a = lambda x: ReLU().apply(x)
linear_a = lambda x, weight, bias: Linear().apply(x, weight, bias)
