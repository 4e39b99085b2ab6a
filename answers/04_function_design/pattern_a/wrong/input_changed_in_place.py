# fails: float64, infinite, nodes, relu_cube, relu_grad, relu_transposed, relu_y, shared, two_calls, zero, relu_empty, scalar
# en: Your ReLU writes zeros into its own input, where others may still need the old values. Look
#     for a method with an underscore at the end.
# ja: ReLU が、入力そのものに 0 を書き込んでいます。元の値は、ほかでまだ使われるかもしれません。
#     最後に _ の付くメソッドを探してください。
class ReLU(FunctionNode):
    def forward(self, x):
        self.x = x
        return x.clamp_(min=0)

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
