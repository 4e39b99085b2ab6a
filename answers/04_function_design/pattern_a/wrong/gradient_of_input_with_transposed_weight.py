# fails: backward_twice, float64, linear_grads, shared, two_calls, nodes
# en: In your gradient of x the shapes do not fit: the product stops with an error, or for a square
#     weight gives wrong numbers. Write the shapes of grad and weight side by side.
# ja: x の勾配で、形が合いません。積がエラーになるか、weight が正方形なら間違った数になります。
#     grad と weight の形を並べて書いてみてください。
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
        return grad @ self.weight.T, grad.T @ self.x, grad.sum(dim=0)


def relu_a(x):
    return ReLU().apply(x)


def linear_a(x, weight, bias):
    return Linear().apply(x, weight, bias)
