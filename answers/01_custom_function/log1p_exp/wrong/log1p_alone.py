# fails: y, y_large, float64, other_shape
# en: With log1p your small values are right, but beyond x = 88.7 the exponential still overflows,
#     and your output is inf. Look at the sign of the exponent in the safe form.
# ja: log1p を使ったので小さい値は正しくなりましたが、x が 88.7 を超えると指数関数があふれて、
#     出力が inf になります。安全な式では指数の符号がどうなっているか、見直してください。
class Log1pExp(Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return torch.log1p(torch.exp(x))

    @staticmethod
    def backward(ctx, grad_out):
        (x,) = ctx.saved_tensors
        return grad_out * torch.sigmoid(x)


log1p_exp = Log1pExp.apply
