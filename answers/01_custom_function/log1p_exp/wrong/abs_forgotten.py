# fails: y, y_large, y_small, gradcheck, two_calls, float64, other_shape
# en: Your forward leaves out the absolute value, so that far on the left the exponential overflows
#     again.
# ja: 順伝播に絶対値がないので、左の遠くで指数関数が再びあふれます。
class Log1pExp(Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x.clamp(min=0) + torch.log1p(torch.exp(-x))

    @staticmethod
    def backward(ctx, grad_out):
        (x,) = ctx.saved_tensors
        return grad_out * torch.sigmoid(x)


log1p_exp = Log1pExp.apply
