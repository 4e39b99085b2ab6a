def straight_through(hard, soft):
    class Estimator(Function):
        @staticmethod
        def forward(ctx, x):
            ctx.save_for_backward(x)
            return hard(x)

        @staticmethod
        def backward(ctx, grad_out):
            (x,) = ctx.saved_tensors
            return torch.func.vjp(soft, x)[1](grad_out)[0]

    return Estimator.apply
