# fails: float64, relu_cube, relu_grad, relu_transposed, shared, two_calls, zero, scalar
# en: The node of your relu writes zeros into the gradient that it was given. Another node may still
#     need it.
# ja: relu のノードが、渡された勾配そのものに 0 を書き込んでいます。
#     その勾配は、ほかのノードでも使われるかもしれません。
def relu(x):
    return torch.where(x > 0, x, torch.zeros_like(x))


def linear(x, weight, bias):
    return x @ weight.T + bias


class ReluBackward(BackwardNode):
    def backward(self, grad):
        grad[self.result <= 0] = 0
        return (grad,)


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
