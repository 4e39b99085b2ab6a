# mistake: the backward multiplies by the value of soft, not by its slope
# named: value_for_slope
def straight_through(hard, soft):
    class Estimator(Function):
        @staticmethod
        def forward(ctx, x):
            ctx.save_for_backward(x)
            return hard(x)

        @staticmethod
        def backward(ctx, grad_out):
            (x,) = ctx.saved_tensors
            return grad_out * soft(x)

    return Estimator.apply
