# fails: float64, relu_cube, relu_empty, relu_grad, relu_transposed, saved, scalar, shared, two_calls, zero
# en: Your table saves a name that relu does not have, so the wrapper stops with a KeyError. A name
#     is that of a parameter, or result.
# ja: relu にない名前が表に書かれているので、ラッパーが KeyError で止まります。
#     書けるのは、引数の名前か result です。
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
    table["relu"] = (ReluBackward, ["self"])
    table["linear"] = (LinearBackward, ["x", "weight"])
    return table


relu_b = differentiable(relu, derivatives)
linear_b = differentiable(linear, derivatives)
