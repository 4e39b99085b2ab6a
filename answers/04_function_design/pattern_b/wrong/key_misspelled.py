# fails: float64, relu_cube, relu_empty, relu_grad, relu_transposed, saved, scalar, shared, table, two_calls, zero
# en: Your table has no line for relu: a key is spelled in another way. Under which name does
#     differentiable look?
# ja: 表に relu の行がありません。キーのつづりが違います。
#     differentiable は、どんな名前で表を引くでしょうか。
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
    table["ReLU"] = (ReluBackward, ["result"])
    table["linear"] = (LinearBackward, ["x", "weight"])
    return table


relu_b = differentiable(relu, derivatives)
linear_b = differentiable(linear, derivatives)
