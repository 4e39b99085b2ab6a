# fails: saved
# en: Your table saves the bias, which no gradient needs: it stays in memory until the graph is
#     thrown away. Which tensors stand in the three formulas?
# ja: 表がバイアスも保存しています。どの勾配にも要らないのに、
#     グラフが捨てられるまでメモリに残ります。3 つの式に現れるのは、
#     どのテンソルでしょうか。
def relu(x):
    return torch.clamp(x, min=0)


def linear(x, weight, bias):
    return x @ weight.T + bias


class ReluBackward(BackwardNode):
    def backward(self, grad):
        return (grad * (self.result > 0),)


class LinearBackward(BackwardNode):
    def backward(self, grad):
        return grad @ self.weight, grad.T @ self.x, grad.sum(0).reshape(self.bias.shape)


def derivatives():
    table = {"plus": (PlusBackward, [])}
    table["relu"] = (ReluBackward, ["result"])
    table["linear"] = (LinearBackward, ["x", "weight", "bias"])
    return table


relu_b = differentiable(relu, derivatives)
linear_b = differentiable(linear, derivatives)
