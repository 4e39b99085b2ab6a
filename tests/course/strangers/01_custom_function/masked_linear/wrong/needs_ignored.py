# mistake: all gradients are computed, whether they are needed or not
# named: everything_computed
class Linear(Function):
    @staticmethod
    def forward(ctx, x, weight, bias):
        ctx.save_for_backward(x, weight)
        return x @ weight.T + bias

    @staticmethod
    def backward(ctx, grad_out):
        x, weight = ctx.saved_tensors
        grad_x = grad_weight = grad_bias = None
        grad_x = grad_out @ weight
        grad_weight = grad_out.T @ x
        grad_bias = grad_out.sum(0)
        return grad_x, grad_weight, grad_bias


linear = Linear.apply
