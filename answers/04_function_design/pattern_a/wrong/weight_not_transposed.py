# fails: float64, linear_grads, linear_y, shared, nodes
# en: Your Linear multiplies by the weight as it is. The shapes (n, i) and (o, i) do not fit, unless
#     the weight is square, and then the numbers are wrong.
# ja: Linear が weight をそのまま掛けています。(n, i) と (o, i) では形が合いません。
#     weight が正方形なら計算はできますが、間違った数になります。
class ReLU(FunctionNode):
    def forward(self, x):
        self.x = x
        return torch.where(x > 0, x, torch.zeros_like(x))

    def backward(self, grad):
        return (torch.where(self.x > 0, grad, torch.zeros_like(grad)),)


class Linear(FunctionNode):
    def forward(self, x, weight, bias):
        self.x, self.weight = x, weight
        return x @ weight + bias

    def backward(self, grad):
        return grad @ self.weight, grad.T @ self.x, grad.sum(dim=0)


def relu_a(x):
    return ReLU().apply(x)


def linear_a(x, weight, bias):
    return Linear().apply(x, weight, bias)
