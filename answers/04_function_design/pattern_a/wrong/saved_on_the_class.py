# fails: shared, two_calls
# en: What your Linear puts aside stands on the class, not in the node. The next call overwrites it,
#     and earlier nodes compute with the tensors of later ones.
# ja: Linear が保存するものを、ノードではなくクラスに置いています。
#     次の呼び出しで上書きされ、前のノードが後のテンソルで計算します。
class ReLU(FunctionNode):
    def forward(self, x):
        self.x = x
        return torch.where(x > 0, x, torch.zeros_like(x))

    def backward(self, grad):
        return (torch.where(self.x > 0, grad, torch.zeros_like(grad)),)


class Linear(FunctionNode):
    def forward(self, x, weight, bias):
        Linear.x, Linear.weight = x, weight
        return x @ weight.T + bias

    def backward(self, grad):
        return grad @ self.weight, grad.T @ self.x, grad.sum(dim=0)


def relu_a(x):
    return ReLU().apply(x)


def linear_a(x, weight, bias):
    return Linear().apply(x, weight, bias)
