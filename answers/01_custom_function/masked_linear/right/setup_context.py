class Linear(Function):
    @staticmethod
    def forward(x, weight, bias):
        return x @ weight.T + bias

    @staticmethod
    def setup_context(ctx, inputs, output):
        x, weight, _ = inputs
        ctx.save_for_backward(x, weight)

    @staticmethod
    def backward(ctx, grad_out):
        x, weight = ctx.saved_tensors
        ways = (lambda: grad_out @ weight, lambda: grad_out.T @ x, lambda: grad_out.sum(0))
        return tuple(way() if needed else None for way, needed in zip(ways, ctx.needs_input_grad))


linear = Linear.apply
