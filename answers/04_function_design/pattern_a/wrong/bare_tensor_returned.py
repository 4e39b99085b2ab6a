# fails: float64, relu_cube, relu_empty, relu_grad, relu_transposed, scalar, shared, two_calls, zero
# en: The backward of your ReLU returns a bare tensor, which is then taken apart along its first
#     axis. Read again what backward returns, even for one input.
# ja: ReLU の backward がテンソルをそのまま返すので、
#     最初の軸に沿ってばらばらに分けられてしまいます。
#     入力が 1 つでも backward は何を返すのか、読み直してください。
class ReLU(FunctionNode):
    def forward(self, x):
        self.x = x
        return torch.where(x > 0, x, torch.zeros_like(x))

    def backward(self, grad):
        return torch.where(self.x > 0, grad, torch.zeros_like(grad))


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
