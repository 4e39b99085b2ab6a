# fails: grad, grad_twice, grad_other_shape, float64, zero
# en: Your backward multiplies the upstream gradient by x. So the slope changes from point to point,
#     although the forward is a straight line. Differentiate the forward with respect to x once
#     more.
# ja: backward が上流の勾配に x を掛けています。
#     順伝播は直線なのに、傾きが点ごとに変わってしまいます。順伝播を x で微分し直してみてください。
class MulScalar(Function):
    @staticmethod
    def forward(ctx, x, coef):
        ctx.save_for_backward(x)
        return x * coef

    @staticmethod
    def backward(ctx, grad_out):
        (x,) = ctx.saved_tensors
        return grad_out * x, None


mul_scalar = MulScalar.apply
