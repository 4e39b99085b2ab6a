# fails: backward_twice, linear_grads, shared, two_calls, nodes
# en: Your gradient of the bias is the mean over the rows, smaller by their number. The bias was
#     added to every row: what happens to the gradients that come back from them?
# ja: bias の勾配が行についての平均なので、行数で割った分だけ小さくなっています。
#     bias はどの行にも足されました。それぞれの行から戻ってくる勾配は、どうまとめるのでしょうか。
class ReLU(FunctionNode):
    def forward(self, x):
        self.x = x
        return torch.where(x > 0, x, torch.zeros_like(x))

    def backward(self, grad):
        return (torch.where(self.x > 0, grad, torch.zeros_like(grad)),)


class Linear(FunctionNode):
    def forward(self, x, weight, bias):
        self.x, self.weight = x, weight
        return x @ weight.T + bias

    def backward(self, grad):
        return grad @ self.weight, grad.T @ self.x, grad.mean(dim=0)


def relu_a(x):
    return ReLU().apply(x)


def linear_a(x, weight, bias):
    return Linear().apply(x, weight, bias)
