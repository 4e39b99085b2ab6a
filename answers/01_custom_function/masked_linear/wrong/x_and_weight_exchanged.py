# fails: grad_x, grad_weight, grad_bias, shapes, none_x, none_weight, frozen_weight, gradcheck, two_layers, float64, none_bias, saved_x, saved_weight, saved_bias, none_for_two
# en: Your backward returns the gradient of the weight first. The order must be that of the
#     forward's inputs.
# ja: weight の勾配を先に返しています。返す順番は、順伝播の入力の順番と同じでなければなりません。
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
        return grad_weight, grad_x, grad_bias


linear = Linear.apply
