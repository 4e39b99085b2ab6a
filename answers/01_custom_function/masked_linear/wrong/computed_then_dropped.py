# fails: work_saved
# All three are computed first, and dropped where they are not needed.
class Linear(Function):
    @staticmethod
    def forward(ctx, x, weight, bias):
        ctx.save_for_backward(x, weight)
        return x @ weight.T + bias

    @staticmethod
    def backward(ctx, grad_out):
        x, weight = ctx.saved_tensors
        grads = grad_out @ weight, grad_out.T @ x, grad_out.sum(0)
        return tuple(grad if needed else None for grad, needed in zip(grads, ctx.needs_input_grad))


linear = Linear.apply
