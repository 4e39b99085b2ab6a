# mistake: the slope is output / input
# named: slope_from_a_quotient
class MulScalar(Function):
    @staticmethod
    def forward(ctx, x, coef):
        y = x * coef
        ctx.save_for_backward(x, y)
        return y

    @staticmethod
    def backward(ctx, grad_out):
        x, y = ctx.saved_tensors
        slope = y / x
        return slope * grad_out, None


mul_scalar = MulScalar.apply
