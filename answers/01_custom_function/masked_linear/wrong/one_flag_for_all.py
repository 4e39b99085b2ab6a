# fails: none_x, none_weight, none_bias, work_saved, none_for_two
# Only the first flag is looked at, for all three gradients.
class Linear(Function):
    @staticmethod
    def forward(ctx, x, weight, bias):
        ctx.save_for_backward(x, weight)
        return x @ weight.T + bias

    @staticmethod
    def backward(ctx, grad_out):
        x, weight = ctx.saved_tensors
        if not ctx.needs_input_grad[0]:
            return None, None, None
        return grad_out @ weight, grad_out.T @ x, grad_out.sum(0)


linear = Linear.apply
