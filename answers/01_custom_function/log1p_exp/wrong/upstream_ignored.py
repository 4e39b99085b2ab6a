# fails: grad, grad_large, grad_small, gradcheck, float64, other_shape, two_calls, empty
# en: Your backward returns the slope alone, so all gradients lie between 0 and 1, whatever comes
#     from above. Look at what the chain rule does with the upstream gradient.
# ja: backward が傾きだけを返しています。上流から何が来ても、勾配は 0 と 1 の間になってしまいます。
#     連鎖律では上流の勾配をどう使うのか、見直してください。
class Log1pExp(Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x.clamp(min=0) + torch.log1p(torch.exp(-x.abs()))

    @staticmethod
    def backward(ctx, grad_out):
        (x,) = ctx.saved_tensors
        return torch.sigmoid(x)


log1p_exp = Log1pExp.apply
