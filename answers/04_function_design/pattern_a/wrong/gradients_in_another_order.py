# fails: backward_twice, float64, linear_grads, shared, two_calls, nodes
# en: Your three gradients come in the order bias, weight, x, so each of them goes to the wrong
#     input. Look at the order of the inputs of forward.
# ja: 3 つの勾配が bias、weight、x の順になっていて、x と bias に互いの勾配が渡ります。
#     forward の入力の順番を見てください。
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
        return grad.sum(dim=0), grad.T @ self.x, grad @ self.weight


def relu_a(x):
    return ReLU().apply(x)


def linear_a(x, weight, bias):
    return Linear().apply(x, weight, bias)
