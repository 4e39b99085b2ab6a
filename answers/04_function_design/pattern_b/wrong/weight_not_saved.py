# fails: backward_twice, float64, linear_grads, saved, shared, two_calls, table
# en: Your backward of linear uses something that the table does not save, so it stops with an
#     AttributeError. Compare the names in both.
# ja: 表で保存していないものを、linear の backward が使っているので、AttributeError で止まります。
#     両方の名前を見比べてください。
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
    table["relu"] = (ReluBackward, ["result"])
    table["linear"] = (LinearBackward, ["x"])
    return table


relu_b = differentiable(relu, derivatives)
linear_b = differentiable(linear, derivatives)
