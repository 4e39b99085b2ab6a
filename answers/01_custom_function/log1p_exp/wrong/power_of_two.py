# fails: y, y_large, y_small, gradcheck, two_calls, other_shape
# en: Your forward takes powers of 2 where the formula has powers of e.
# ja: 順伝播が、e のべき乗の代わりに 2 のべき乗を使っています。
class Log1pExp(Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x.clamp(min=0) + torch.log1p(torch.exp2(-x.abs()))

    @staticmethod
    def backward(ctx, grad_out):
        (x,) = ctx.saved_tensors
        return grad_out * torch.sigmoid(x)


log1p_exp = Log1pExp.apply
