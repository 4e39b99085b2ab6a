class Linear(Function):
    @staticmethod
    def forward(ctx, x, weight, bias):
        ctx.save_for_backward(x, weight)
        return functional.linear(x, weight, bias)

    @staticmethod
    def backward(ctx, grad_out):
        x, weight = ctx.saved_tensors
        grad_x = grad_weight = grad_bias = None
        if ctx.needs_input_grad[0]:
            grad_x = functional.linear(grad_out, weight.T)
        if ctx.needs_input_grad[1]:
            grad_weight = torch.matmul(grad_out.transpose(0, 1), x)
        if ctx.needs_input_grad[2]:
            grad_bias = torch.sum(grad_out, 0)
        return grad_x, grad_weight, grad_bias


linear = Linear.apply
