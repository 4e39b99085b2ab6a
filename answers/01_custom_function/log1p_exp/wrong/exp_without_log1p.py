# fails: y, y_large, gradcheck, two_calls, float64, other_shape
# en: Your forward adds the exponential itself. Around 0 that is too much: log(1 + e^0) is 0.69, and
#     yours is 1.
# ja: 順伝播が、指数関数の値をそのまま足しています。0 の近くで大きすぎます。
#     log(1 + e^0) は 0.69 ですが、1 になっています。
class Log1pExp(Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x.clamp(min=0) + torch.exp(-x.abs())

    @staticmethod
    def backward(ctx, grad_out):
        (x,) = ctx.saved_tensors
        return grad_out * torch.sigmoid(x)


log1p_exp = Log1pExp.apply
