# fails: y, y_large, y_small, gradcheck, two_calls, float64, other_shape
# en: In your forward the exponent grows with |x|, so that the exponential overflows on both sides.
#     Which sign keeps it small?
# ja: 順伝播で、指数が |x| とともに大きくなるので、指数関数が両側であふれます。
#     小さく保つには、どちらの符号でしょうか。
class Log1pExp(Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x.clamp(min=0) + torch.log1p(torch.exp(+x.abs()))

    @staticmethod
    def backward(ctx, grad_out):
        (x,) = ctx.saved_tensors
        return grad_out * torch.sigmoid(x)


log1p_exp = Log1pExp.apply
