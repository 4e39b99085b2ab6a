# fails: backward_twice, float64, linear_grads, shared, two_calls, table, saved
# en: Your gradient of the weight has the shape (i, o), but the weight has (o, i). Where the weight
#     is square you would not notice: the numbers stand in the wrong places.
# ja: weight の勾配の形が (i, o) になっていますが、weight は (o, i) です。
#     weight が正方形だとエラーにならず、数の場所だけが違ってしまいます。
def relu(x):
    return torch.where(x > 0, x, torch.zeros_like(x))


def linear(x, weight, bias):
    return x @ weight.T + bias


class ReluBackward(BackwardNode):
    def backward(self, grad):
        return (torch.where(self.result > 0, grad, torch.zeros_like(grad)),)


class LinearBackward(BackwardNode):
    def backward(self, grad):
        return grad @ self.weight, self.x.T @ grad, grad.sum(dim=0)


def derivatives():
    table = {"plus": (PlusBackward, [])}
    table["relu"] = (ReluBackward, ["result"])
    table["linear"] = (LinearBackward, ["x", "weight"])
    return table


relu_b = differentiable(relu, derivatives)
linear_b = differentiable(linear, derivatives)
