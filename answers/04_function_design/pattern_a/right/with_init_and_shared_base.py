class Saving(FunctionNode):
    def __init__(self):
        self.saved = ()

    def save(self, *tensors):
        self.saved = tensors


class ReLU(Saving):
    def forward(self, x):
        y = x.clone()
        y[x < 0] = 0
        self.save(y > 0)
        return y

    def backward(self, grad):
        grad_x = grad.clone()
        grad_x[~self.saved[0]] = 0
        return (grad_x,)


class Linear(Saving):
    def forward(self, x, weight, bias):
        self.save(x, weight)
        return x.matmul(weight.transpose(0, 1)).add(bias)

    def backward(self, grad):
        x, weight = self.saved
        return grad.matmul(weight), grad.transpose(0, 1).matmul(x), grad.sum(dim=0)


def relu_a(x):
    return ReLU().apply(x)


def linear_a(x, weight, bias):
    return Linear().apply(x, weight, bias)
