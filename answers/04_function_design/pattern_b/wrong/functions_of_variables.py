# fails: float64, infinite, relu_cube, relu_empty, relu_grad, relu_transposed, relu_y, saved, scalar, shared, two_calls, zero
# The functions unpack variables, so they cannot be used without a graph.
def relu(x):
    return Variable(torch.relu(x.data))


def linear(x, weight, bias):
    return x @ weight.T + bias


class ReluBackward(BackwardNode):
    def backward(self, grad):
        return (torch.where(self.result > 0, grad, torch.zeros_like(grad)),)


class LinearBackward(BackwardNode):
    def backward(self, grad):
        return grad @ self.weight, grad.T @ self.x, grad.sum(dim=0)


def derivatives():
    table = {"plus": (PlusBackward, [])}
    table["relu"] = (ReluBackward, ["result"])
    table["linear"] = (LinearBackward, ["x", "weight"])
    return table


relu_b = relu
linear_b = differentiable(linear, derivatives)
