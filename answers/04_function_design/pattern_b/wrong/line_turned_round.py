# fails: relu_grad, shared, table, zero, two_calls, saved, relu_cube, relu_transposed, relu_empty, scalar, float64
# en: Your line of the table names the saved values first and the node second. Compare it with the
#     line that stands there.
# ja: 表の行で、保存する値が先、ノードが後になっています。すでにある行と比べてください。
def relu(x):
    return torch.where(x > 0, x, torch.zeros_like(x))


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
    table["relu"] = (["result"], ReluBackward)
    table["linear"] = (LinearBackward, ["x", "weight"])
    return table


relu_b = differentiable(relu, derivatives)
linear_b = differentiable(linear, derivatives)
