# fails: float64 (only in grading)
# en: Your ReLU answers float64 with float32. Look for the place where you convert the tensor.
# ja: ReLU に float64 を渡すと、float32 が返ります。テンソルの型を変えているところを探してください。
class ReLU(FunctionNode):
    def forward(self, x):
        self.x = x
        return torch.where(x > 0, x, torch.zeros_like(x)).float()

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
