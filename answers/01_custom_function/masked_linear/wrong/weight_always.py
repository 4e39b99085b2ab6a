# fails: none_weight, none_for_two, saved_weight
# en: Your backward computes the gradient of the weight even where the weight is frozen. The other
#     two ask first.
# ja: weight を固定したときにも、その勾配を計算しています。ほかの 2 つは、必要かどうかを先に調べています。
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
        if True:
            grad_weight = grad_out.T @ x
        if ctx.needs_input_grad[2]:
            grad_bias = grad_out.sum(0)
        return grad_x, grad_weight, grad_bias


linear = Linear.apply
