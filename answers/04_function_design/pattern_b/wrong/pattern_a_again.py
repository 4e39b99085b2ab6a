# fails: table
# Forward and backward are put into one class again, and the table is left as it was.
def relu(x):
    return torch.where(x > 0, x, torch.zeros_like(x))


def linear(x, weight, bias):
    return x @ weight.T + bias


class ReluBackward(FunctionNode):
    def forward(self, x):
        self.result = relu(x)
        return self.result

    def backward(self, grad):
        return (torch.where(self.result > 0, grad, torch.zeros_like(grad)),)


class LinearBackward(BackwardNode):
    def backward(self, grad):
        return grad @ self.weight, grad.T @ self.x, grad.sum(dim=0)


def derivatives():
    table = {"plus": (PlusBackward, [])}
    table["linear"] = (LinearBackward, ["x", "weight"])
    return table


relu_b = lambda x: ReluBackward().apply(x)
linear_b = differentiable(linear, derivatives)
