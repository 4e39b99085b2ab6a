# fails: float64, infinite, relu_cube, relu_grad, relu_transposed, relu_y, shared, two_calls, zero, relu_empty, scalar
# en: Below 0 your ReLU lets a small part pass, forward and backward. The ReLU of this task gives 0
#     there.
# ja: 0 より小さいところでも、順伝播と逆伝播の両方で、少しだけ通しています。
#     この課題の ReLU は、そこでは 0 になります。
class ReLU(FunctionNode):
    def forward(self, x):
        self.x = x
        return torch.where(x > 0, x, 0.01 * x)

    def backward(self, grad):
        return (torch.where(self.x > 0, grad, 0.01 * grad),)


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
