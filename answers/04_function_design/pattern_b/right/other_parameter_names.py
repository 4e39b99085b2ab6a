# pattern_b: write the functions, the backward nodes and two lines of the table (about 8 lines)
def relu(x):
    return torch.where(x > 0, x, torch.zeros_like(x))


def linear(input, w, b):
    return torch.addmm(b, input, w.T)


class ReluBackward(BackwardNode):
    def backward(self, grad):
        return (torch.where(self.result > 0, grad, torch.zeros_like(grad)),)


class LinearBackward(BackwardNode):
    def backward(self, grad):
        return grad @ self.w, grad.T @ self.input, grad.sum(dim=0)


def derivatives():
    table = {"plus": (PlusBackward, [])}
    table["relu"] = (ReluBackward, ["result"])
    table["linear"] = (LinearBackward, ("input", "w"))
    return table


relu_b = differentiable(relu, derivatives)
linear_b = differentiable(linear, derivatives)
