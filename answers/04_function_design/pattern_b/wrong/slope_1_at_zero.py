# fails: float64, relu_cube, relu_grad, relu_transposed, shared, two_calls, zero, scalar
# en: Your mask asks a question that every result of a ReLU answers with yes, so the gradient passes
#     everywhere, also where x < 0. What is the result there?
# ja: ReLU のどんな結果にも当てはまる条件をマスクにしているので、x < 0 のところでも勾配が通ります。
#     そこでの結果はいくつでしょうか。
def relu(x):
    return torch.where(x > 0, x, torch.zeros_like(x))


def linear(x, weight, bias):
    return x @ weight.T + bias


class ReluBackward(BackwardNode):
    def backward(self, grad):
        return (torch.where(self.result >= 0, grad, torch.zeros_like(grad)),)


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
