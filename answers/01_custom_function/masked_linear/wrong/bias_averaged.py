# fails: grad_bias, frozen_weight, gradcheck, two_layers, none_bias, saved_bias, none_for_two
# en: Your gradient of the bias is too small by the number of rows: you take the mean over the rows.
#     Look at the third formula of section 3.
# ja: バイアスの勾配を行について平均しているので、行が多いほど小さくなります。
#     3 節の 3 つ目の式を見直してください。
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
            grad_bias = grad_out.mean(0)
        return grad_x, grad_weight, grad_bias


linear = Linear.apply
