# fails: backward_twice, float64, linear_grads, shared, two_calls, nodes
# en: Your gradient of the weight has the shape (i, o), but the weight has (o, i). Where the weight
#     is square you would not notice: the numbers stand in the wrong places.
# ja: weight の勾配の形が (i, o) になっていますが、weight は (o, i) です。
#     weight が正方形だとエラーにならず、数の場所だけが違ってしまいます。
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
        return grad @ self.weight, self.x.T @ grad, grad.sum(dim=0)


def relu_a(x):
    return ReLU().apply(x)


def linear_a(x, weight, bias):
    return Linear().apply(x, weight, bias)
