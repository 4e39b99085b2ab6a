# fails: float64, relu_cube, relu_empty, relu_grad, relu_transposed, saved, scalar, shared, table, two_calls, zero
# en: The line of relu in your table names the node of another function, which returns two gradients
#     and has no mask.
# ja: 表の relu の行に、別の関数のノードが書かれています。
#     そのノードは勾配を 2 つ返し、マスクもありません。
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
    table["relu"] = (PlusBackward, [])
    table["linear"] = (LinearBackward, ["x", "weight"])
    return table


relu_b = differentiable(relu, derivatives)
linear_b = differentiable(linear, derivatives)
