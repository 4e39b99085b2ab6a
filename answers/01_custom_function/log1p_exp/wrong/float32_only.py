# fails: gradcheck, float64
# en: Your forward turns x into float32. So a float64 input loses half of its digits, and gradcheck,
#     which works in float64, fails. Look for the conversion that nobody asked for.
# ja: 順伝播が x を float32 に変換しています。
#     そのため float64 を渡しても桁が失われ、float64 で調べる gradcheck に合格しません。
#     必要のない変換がないか、探してください。
class Log1pExp(Function):
    @staticmethod
    def forward(ctx, x):
        x = x.float()
        ctx.save_for_backward(x)
        return x.clamp(min=0) + torch.log1p(torch.exp(-x.abs()))

    @staticmethod
    def backward(ctx, grad_out):
        (x,) = ctx.saved_tensors
        return grad_out * torch.sigmoid(x)


log1p_exp = Log1pExp.apply
