# fails: none_x, none_weight, frozen_weight, saved_x, none_for_two
# en: Whether the gradient of x is computed depends, in your backward, on the weight. With a frozen
#     weight, x gets nothing.
# ja: x の勾配を計算するかどうかが、weight の側で決まっています。
#     weight を固定すると、x の勾配までなくなります。
class Linear(Function):
    @staticmethod
    def forward(ctx, x, weight, bias):
        ctx.save_for_backward(x, weight)
        return x @ weight.T + bias

    @staticmethod
    def backward(ctx, grad_out):
        x, weight = ctx.saved_tensors
        grad_x = grad_weight = grad_bias = None
        if ctx.needs_input_grad[1]:
            grad_x = grad_out @ weight
        if ctx.needs_input_grad[1]:
            grad_weight = grad_out.T @ x
        if ctx.needs_input_grad[2]:
            grad_bias = grad_out.sum(0)
        return grad_x, grad_weight, grad_bias


linear = Linear.apply
