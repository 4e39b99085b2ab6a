# fails: grad, grad_large, grad_small, gradcheck, two_calls, float64, other_shape, empty
# en: Your backward divides by the slope. Far on the left the gradient then becomes huge instead of
#     small.
# ja: backward が傾きで割っています。そのため、左の遠くで勾配が小さくならず、非常に大きくなります。
class Log1pExp(Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x.clamp(min=0) + torch.log1p(torch.exp(-x.abs()))

    @staticmethod
    def backward(ctx, grad_out):
        (x,) = ctx.saved_tensors
        return grad_out / torch.sigmoid(x)


log1p_exp = Log1pExp.apply
