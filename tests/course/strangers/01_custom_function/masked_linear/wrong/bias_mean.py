# mistake: the gradient of bias is the mean over the batch, not the sum
# named: bias_averaged
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
