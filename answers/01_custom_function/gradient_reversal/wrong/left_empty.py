# fails: y, grad, strength, strength_zero, other_shape, float64, in_a_chain
# en: The blank is still empty: Function and gradient_reversal only raise NotImplementedError. The
#     formula stands in section 5; the form is that of Task 1.
# ja: 空欄がまだ埋まっておらず、Function も gradient_reversal も NotImplementedError を出すだけで
#     す。式は 5 節にあります。形は課題 1 と同じです。
class GradientReversal(Function):
    @staticmethod
    def forward(ctx, x, strength):
        raise NotImplementedError("gradient_reversal")

    @staticmethod
    def backward(ctx, grad_out):
        raise NotImplementedError("gradient_reversal")


def gradient_reversal(x, strength=1.0):
    raise NotImplementedError("gradient_reversal")
