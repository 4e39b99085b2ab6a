# fails: none_x, none_weight, none_bias, work_saved, none_for_two
# needs_input_grad is not looked at: all three are computed and returned.
class Linear(Function):
    @staticmethod
    def forward(ctx, x, weight, bias):
        ctx.save_for_backward(x, weight)
        return x @ weight.T + bias

    @staticmethod
    def backward(ctx, grad_out):
        x, weight = ctx.saved_tensors
        return grad_out @ weight, grad_out.T @ x, grad_out.sum(0)


linear = Linear.apply
