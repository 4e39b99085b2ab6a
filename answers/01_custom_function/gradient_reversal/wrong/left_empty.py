# fails: y, grad, strength, strength_zero, other_shape, float64, in_a_chain
# Nothing was filled in.
class GradientReversal(Function):
    @staticmethod
    def forward(ctx, x, strength):
        raise NotImplementedError("gradient_reversal")

    @staticmethod
    def backward(ctx, grad_out):
        raise NotImplementedError("gradient_reversal")


def gradient_reversal(x, strength=1.0):
    raise NotImplementedError("gradient_reversal")
