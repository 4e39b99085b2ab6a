# fails: backward_twice
# en: Your backward removes what forward has put aside, so a second backward through the same node
#     stops with an error.
# ja: forward が保存したものを backward が消しているので、
#     同じノードをもう一度逆伝播するとエラーになって止まります。
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
        x, weight = vars(self).pop("x"), vars(self).pop("weight")
        return grad @ weight, grad.T @ x, grad.sum(dim=0)


def relu_a(x):
    return ReLU().apply(x)


def linear_a(x, weight, bias):
    return Linear().apply(x, weight, bias)
