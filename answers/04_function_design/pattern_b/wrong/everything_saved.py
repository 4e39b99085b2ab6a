# fails: saved
# en: Your table saves more than backward needs, and every call keeps it in memory. Compare the
#     names there with those that your nodes use.
# ja: 逆伝播に要らないものまで表で保存していて、呼び出すたびにメモリに残ります。
#     表の名前と、ノードが使う名前を見比べてください。
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
    table["relu"] = (ReluBackward, ["x", "result"])
    table["linear"] = (LinearBackward, ["x", "weight", "bias", "result"])
    return table


relu_b = differentiable(relu, derivatives)
linear_b = differentiable(linear, derivatives)
