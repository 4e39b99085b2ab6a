# fails: backward_twice, float64, linear_grads, relu_cube, relu_empty, relu_grad, relu_transposed, saved, scalar, shared, table, two_calls, zero
# en: In your table relu is tied to the node of linear, and linear to the node of relu. Read the two
#     lines of the table once more.
# ja: 表の中で、relu が linear のノードに、linear が relu のノードに結び付いています。
#     表の 2 行を読み直してください。
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
    table["relu"] = (LinearBackward, ["x"])
    table["linear"] = (ReluBackward, ["result"])
    return table


relu_b = differentiable(relu, derivatives)
linear_b = differentiable(linear, derivatives)
