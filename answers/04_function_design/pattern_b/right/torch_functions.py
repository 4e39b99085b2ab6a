# pattern_b: write the functions, the backward nodes and two lines of the table (about 8 lines)
def relu(x):
    return torch.relu(x)


def linear(x, weight, bias):
    return torch.nn.functional.linear(x, weight, bias)


class ReluBackward(BackwardNode):
    def backward(self, grad):
        return (torch.ops.aten.threshold_backward(grad, self.result, 0),)


class LinearBackward(BackwardNode):
    def backward(self, grad):
        return grad @ self.weight, grad.T @ self.x, grad.sum(dim=0)


def derivatives():
    table = {"plus": (PlusBackward, [])}
    table["relu"] = (ReluBackward, ["result"])
    table["linear"] = (LinearBackward, ["x", "weight"])
    return table


relu_b = differentiable(relu, derivatives)
linear_b = differentiable(linear, derivatives)
