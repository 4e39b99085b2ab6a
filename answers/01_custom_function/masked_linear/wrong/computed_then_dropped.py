# fails: saved_x, saved_weight, saved_bias
# en: The right ones of your gradients become None, but all three have been computed before: nothing
#     is saved. The question whether one is needed must come before the work.
# ja: 必要のない勾配は None になっていますが、その前に 3 つとも計算しているので、
#     計算がまったく減っていません。必要かどうかは、計算する前に調べてください。
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
