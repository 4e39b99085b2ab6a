# fails: none_weight, none_bias, none_for_two, frozen_weight, saved_bias
# en: Whether the gradient of the bias is computed depends, in your backward, on the weight. Look at
#     the index.
# ja: bias の勾配を計算するかどうかが、weight の側で決まっています。添字を見直してください。
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
        if ctx.needs_input_grad[1]:
            grad_bias = grad_out.sum(0)
        return grad_x, grad_weight, grad_bias


linear = Linear.apply
