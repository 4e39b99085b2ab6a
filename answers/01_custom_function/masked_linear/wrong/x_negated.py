# fails: grad_x, none_x, none_for_two, frozen_weight, gradcheck, two_layers, float64, saved_x, saved_weight, saved_bias
# en: Your gradient of x has the wrong sign. The other two are right.
# ja: x の勾配の符号が逆です。ほかの 2 つは正しくできています。
class Linear(Function):
    @staticmethod
    def forward(ctx, x, weight, bias):
        ctx.save_for_backward(x, weight)
        return x @ weight.T + bias

    @staticmethod
    def backward(ctx, grad_out):
        x, weight = ctx.saved_tensors
        grad_x = grad_weight = grad_bias = None
        if ctx.needs_input_grad[0]:
            grad_x = grad_out @ weight
        if ctx.needs_input_grad[1]:
            grad_weight = grad_out.T @ x
        if ctx.needs_input_grad[2]:
            grad_bias = grad_out.sum(0)
        return -(grad_x), grad_weight, grad_bias


linear = Linear.apply
