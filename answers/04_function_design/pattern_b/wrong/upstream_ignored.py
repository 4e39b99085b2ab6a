# fails: float64, relu_cube, relu_grad, relu_transposed, scalar, shared, two_calls, zero
# en: The gradient of your relu is only 0 or 1: the upstream gradient is not in it.
# ja: relu の勾配が 0 か 1 だけになっています。上流の勾配が使われていません。
def relu(x):
    return torch.where(x > 0, x, torch.zeros_like(x))


def linear(x, weight, bias):
    return x @ weight.T + bias


class ReluBackward(BackwardNode):
    def backward(self, grad):
        return ((self.result > 0).to(grad.dtype),)


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
