# fails: float64, infinite, relu_cube, relu_grad, relu_transposed, relu_y, saved, shared, two_calls, zero, relu_empty, scalar
# en: Your relu writes zeros into its own input, where others may still need the old values. Look
#     for a method with an underscore at the end.
# ja: relu が、入力そのものに 0 を書き込んでいます。元の値は、ほかでまだ使われるかもしれません。
#     最後に _ の付くメソッドを探してください。
def relu(x):
    return x.clamp_(min=0)


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


relu_b = differentiable(relu, derivatives)
linear_b = differentiable(linear, derivatives)
