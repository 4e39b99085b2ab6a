# fails: backward_twice, float64, linear_grads, shared, two_calls, table, saved
# en: Your gradients come in the order weight, x, bias, so x and weight get each other's. Look at
#     the order of the parameters of linear.
# ja: 勾配が weight、x、bias の順になっていて、x と weight に互いの勾配が渡ります。
#     linear の引数の順番を見てください。
def relu(x):
    return torch.where(x > 0, x, torch.zeros_like(x))


def linear(x, weight, bias):
    return x @ weight.T + bias


class ReluBackward(BackwardNode):
    def backward(self, grad):
        return (torch.where(self.result > 0, grad, torch.zeros_like(grad)),)


class LinearBackward(BackwardNode):
    def backward(self, grad):
        return grad.T @ self.x, grad @ self.weight, grad.sum(dim=0)


def derivatives():
    table = {"plus": (PlusBackward, [])}
    table["relu"] = (ReluBackward, ["result"])
    table["linear"] = (LinearBackward, ["x", "weight"])
    return table


relu_b = differentiable(relu, derivatives)
linear_b = differentiable(linear, derivatives)
