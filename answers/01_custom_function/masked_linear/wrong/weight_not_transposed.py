# fails: own_function, y, grad_x, grad_weight, grad_bias, shapes, none_x, none_weight, none_bias, none_for_two, frozen_weight, float64, gradcheck, two_layers, saved_x, saved_weight, saved_bias
# en: Your forward multiplies x by the weight as it is, and the shapes do not fit: (n, in) and (out,
#     in). Look at the shapes in the task and at the first formula of section 3.
# ja: 順伝播が x と weight をそのまま掛けているので、(n, in) と (out, in) で形が合わず、
#     エラーになります。課題に書かれた形と、3 節の最初の式を見直してください。
class Linear(Function):
    @staticmethod
    def forward(ctx, x, weight, bias):
        ctx.save_for_backward(x, weight)
        return x @ weight + bias

    @staticmethod
    def backward(ctx, grad_out):
        x, weight = ctx.saved_tensors
        grad_x = grad_weight = grad_bias = None
        if ctx.needs_input_grad[0]:
            grad_x = grad_out @ weight.T
        if ctx.needs_input_grad[1]:
            grad_weight = x.T @ grad_out
        if ctx.needs_input_grad[2]:
            grad_bias = grad_out.sum(0)
        return grad_x, grad_weight, grad_bias


linear = Linear.apply
