# fails: float64, infinite, relu_cube, relu_empty, relu_grad, relu_transposed, relu_y, saved, scalar, shared, two_calls, zero
# en: Your relu works on variables, so it cannot be used without a graph, and it makes no node. In
#     pattern B the function knows only tensors. Who makes the variable?
# ja: relu が変数を扱うので、グラフなしでは使えず、ノードもできません。
#     パターン B の関数が知っているのはテンソルだけです。変数は誰が作るでしょうか。
def relu(x):
    return Variable(torch.relu(x.data))


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


relu_b = relu
linear_b = differentiable(linear, derivatives)
