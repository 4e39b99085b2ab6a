# fails: relu_cube, relu_grad, relu_transposed, scalar, shared, two_calls, zero
# en: The mask of your ReLU asks whether the upstream gradient is positive: negative gradients are
#     lost, and where x < 0 positive ones pass. Which tensor does the rule ask about?
# ja: ReLU のマスクが、上流の勾配が正かどうかを調べています。
#     負の勾配が消え、x < 0 のところでも正の勾配が通ります。
#     規則が調べるのは、どのテンソルでしょうか。
class ReLU(FunctionNode):
    def forward(self, x):
        self.x = x
        return torch.where(x > 0, x, torch.zeros_like(x))

    def backward(self, grad):
        return (torch.where(grad > 0, grad, torch.zeros_like(grad)),)


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
