# fails: y, y_large, y_small, gradcheck, two_calls, float64, other_shape
# en: Your forward subtracts the correction term, so around 0 the values lie below ReLU instead of
#     above it.
# ja: 順伝播が補正の項を引いています。そのため、0 の近くで値が ReLU より小さくなっています。
class Log1pExp(Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x.clamp(min=0) - torch.log1p(torch.exp(-x.abs()))

    @staticmethod
    def backward(ctx, grad_out):
        (x,) = ctx.saved_tensors
        return grad_out * torch.sigmoid(x)


log1p_exp = Log1pExp.apply
