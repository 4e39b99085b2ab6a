# fails: float64, relu_cube, relu_empty, relu_grad, relu_transposed, scalar, shared, two_calls, zero
# en: The node of your relu returns a bare tensor, which is then taken apart along its first axis.
#     Read again what backward returns, even for one input.
# ja: relu のノードがテンソルをそのまま返すので、最初の軸に沿ってばらばらに分けられてしまいます。
#     入力が 1 つでも backward は何を返すのか、読み直してください。
def relu(x):
    return torch.where(x > 0, x, torch.zeros_like(x))


def linear(x, weight, bias):
    return x @ weight.T + bias


class ReluBackward(BackwardNode):
    def backward(self, grad):
        return torch.where(self.result > 0, grad, torch.zeros_like(grad))


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
