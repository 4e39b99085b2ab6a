# pattern_b: write the functions, the backward nodes and two lines of the table (about 8 lines)
def relu(x):
    return torch.where(x > 0, x, torch.zeros_like(x))


def linear(x, weight, bias):
    return x @ weight.T + bias


class ReluBackward(BackwardNode):
    def backward(self, grad):
        return [grad.masked_fill(self.result == 0, 0)]


class LinearBackward(BackwardNode):
    def backward(self, grad):
        x, weight = self.x, self.weight
        return [torch.einsum("no,oi->ni", grad, weight), torch.einsum("no,ni->oi", grad, x), grad.sum(0)]


def derivatives():
    table = {"plus": (PlusBackward, [])}
    table["relu"] = (ReluBackward, ["result"])
    table["linear"] = (LinearBackward, ["x", "weight"])
    return table


relu_b = differentiable(relu, derivatives)
linear_b = differentiable(linear, derivatives)
