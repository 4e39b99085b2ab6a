# fails: table
# en: Your relu has forward and backward in one class again, and no line in the table. It computes
#     the right thing, but in pattern A.
# ja: relu の順伝播と逆伝播が、また 1 つのクラスに入っていて、表に行がありません。
#     計算は正しいのですが、これはパターン A です。
def relu(x):
    return torch.where(x > 0, x, torch.zeros_like(x))


def linear(x, weight, bias):
    return x @ weight.T + bias


class ReluBackward(FunctionNode):
    def forward(self, x):
        self.result = relu(x)
        return self.result

    def backward(self, grad):
        return (torch.where(self.result > 0, grad, torch.zeros_like(grad)),)


class LinearBackward(BackwardNode):
    def backward(self, grad):
        return grad @ self.weight, grad.T @ self.x, grad.sum(dim=0)


def derivatives():
    table = {"plus": (PlusBackward, [])}
    table["linear"] = (LinearBackward, ["x", "weight"])
    return table


relu_b = lambda x: ReluBackward().apply(x)
linear_b = differentiable(linear, derivatives)
