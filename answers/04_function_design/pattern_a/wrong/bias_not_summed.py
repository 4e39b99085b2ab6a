# fails: backward_twice, float64, linear_grads, shared, two_calls, nodes
# en: Your gradient of the bias still has one row for each example. A gradient has the shape of its
#     input, here (o).
# ja: bias の勾配に、データごとの行が残っています。勾配の形は入力と同じで、ここでは (o) です。
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
        return grad @ self.weight, grad.T @ self.x, grad


def relu_a(x):
    return ReLU().apply(x)


def linear_a(x, weight, bias):
    return Linear().apply(x, weight, bias)
