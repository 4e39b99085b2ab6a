# fails: grad_x, grad_weight, grad_bias, shapes, frozen_weight, gradcheck, two_layers, float64, none_x, none_weight, none_bias, saved_x, saved_weight, saved_bias, none_for_two
# en: Your gradient of the bias is summed over everything and is a single number. It must have an
#     element for each output.
# ja: bias の勾配を全体で足しているので、数が 1 つになっています。出力ごとに 1 つの要素が必要です。
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
            grad_bias = grad_out.sum(None)
        return grad_x, grad_weight, grad_bias


linear = Linear.apply
