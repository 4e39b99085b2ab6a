class GradientReversal(Function):
    @staticmethod
    def forward(ctx, x, strength):
        ctx.save_for_backward(x.new_tensor(-float(strength)))
        return x * 1

    @staticmethod
    def backward(ctx, grad_out):
        (factor,) = ctx.saved_tensors
        return factor * grad_out, None


def gradient_reversal(x, strength=1.0):
    return GradientReversal.apply(x, strength)
