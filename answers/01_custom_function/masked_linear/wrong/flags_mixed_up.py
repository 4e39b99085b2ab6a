# fails: none_x, none_weight, frozen_weight, saved_x, saved_weight, none_for_two
# en: Your flags for x and weight are exchanged: with a frozen weight it is x that gets no gradient.
#     The flags stand in the order of the inputs of forward.
# ja: x と weight のフラグが入れ替わっています。
#     weight を固定すると、x のほうに勾配が届かなくなります。
#     フラグは forward の入力と同じ順番に並んでいます。
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
        if ctx.needs_input_grad[0]:
            grad_weight = grad_out.T @ x
        if ctx.needs_input_grad[2]:
            grad_bias = grad_out.sum(0)
        return grad_x, grad_weight, grad_bias


linear = Linear.apply
