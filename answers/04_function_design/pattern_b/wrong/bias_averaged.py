# fails: backward_twice, linear_grads, shared, two_calls, table, saved
# en: Your gradient of the bias is the mean over the rows, smaller by their number. The bias was
#     added to every row: what happens to the gradients that come back from them?
# ja: bias の勾配が行についての平均なので、行数で割った分だけ小さくなっています。
#     bias はどの行にも足されました。それぞれの行から戻ってくる勾配は、どうまとめるのでしょうか。
def relu(x):
    return torch.where(x > 0, x, torch.zeros_like(x))


def linear(x, weight, bias):
    return x @ weight.T + bias


class ReluBackward(BackwardNode):
    def backward(self, grad):
        return (torch.where(self.result > 0, grad, torch.zeros_like(grad)),)


class LinearBackward(BackwardNode):
    def backward(self, grad):
        return grad @ self.weight, grad.T @ self.x, grad.mean(dim=0)


def derivatives():
    table = {"plus": (PlusBackward, [])}
    table["relu"] = (ReluBackward, ["result"])
    table["linear"] = (LinearBackward, ["x", "weight"])
    return table


relu_b = differentiable(relu, derivatives)
linear_b = differentiable(linear, derivatives)
