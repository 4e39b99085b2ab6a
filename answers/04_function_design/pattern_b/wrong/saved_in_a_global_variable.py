# fails: saved, shared, two_calls
# en: Your linear puts its input aside in a global variable, which the next call overwrites; earlier
#     nodes then use the wrong one. Where does this pattern keep what backward needs?
# ja: linear が入力をグローバル変数に保存するので、次の呼び出しで上書きされ、
#     前のノードが違う入力を使います。
#     パターン B では、逆伝播に必要なものをどこに保存するでしょうか。
def relu(x):
    return torch.where(x > 0, x, torch.zeros_like(x))


def linear(x, weight, bias):
    LAST["x"] = x
    return x @ weight.T + bias


LAST = {}


class ReluBackward(BackwardNode):
    def backward(self, grad):
        return (torch.where(self.result > 0, grad, torch.zeros_like(grad)),)


class LinearBackward(BackwardNode):
    def backward(self, grad):
        return grad @ self.weight, grad.T @ LAST["x"], grad.sum(dim=0)


def derivatives():
    table = {"plus": (PlusBackward, [])}
    table["relu"] = (ReluBackward, ["result"])
    table["linear"] = (LinearBackward, ["weight"])
    return table


relu_b = differentiable(relu, derivatives)
linear_b = differentiable(linear, derivatives)
