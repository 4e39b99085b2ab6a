# fails: y, y_large, gradcheck, two_calls, float64, other_shape
# en: Your forward returns the correction term alone. Far on the right, where the result is about x,
#     it gives about 0.
# ja: 順伝播が補正の項だけを返しています。右の遠くでは、ほぼ x になるはずの値が、ほぼ 0 になっています。
class Log1pExp(Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return torch.log1p(torch.exp(-x.abs()))

    @staticmethod
    def backward(ctx, grad_out):
        (x,) = ctx.saved_tensors
        return grad_out * torch.sigmoid(x)


log1p_exp = Log1pExp.apply
