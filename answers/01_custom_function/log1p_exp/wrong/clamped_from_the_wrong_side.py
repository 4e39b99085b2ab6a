# fails: y, y_large, y_small, gradcheck, two_calls, float64, other_shape
# en: Your forward keeps the negative part of x instead of the positive one. Test it at 100 and at
#     -100.
# ja: 順伝播が、x の正の部分ではなく負の部分を残しています。100 と -100 で試してみてください。
class Log1pExp(Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x.clamp(max=0) + torch.log1p(torch.exp(-x.abs()))

    @staticmethod
    def backward(ctx, grad_out):
        (x,) = ctx.saved_tensors
        return grad_out * torch.sigmoid(x)


log1p_exp = Log1pExp.apply
