# fails: two_calls
# en: All calls of your relu_a share one instance: the second call overwrites what the first has put
#     aside. Think of the prediction at the head of this section.
# ja: relu_a のすべての呼び出しが、1 つのインスタンスを共有しています。
#     2 回目に呼ぶと、1 回目に保存したものが上書きされます。この節の予想を思い出してください。
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
        return grad @ self.weight, grad.T @ self.x, grad.sum(dim=0)


the_relu = ReLU()


def relu_a(x):
    return the_relu.apply(x)


def linear_a(x, weight, bias):
    return Linear().apply(x, weight, bias)
