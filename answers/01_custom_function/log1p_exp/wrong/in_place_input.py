# fails: y, y_large, gradcheck, float64, other_shape, two_calls
# en: Your forward overwrites x on the way (look for the names that end in an underscore). The
#     caller's tensor is then changed. Compute the same with new tensors.
# ja: 順伝播が、計算の途中で x を上書きしています（名前が _ で終わるメソッドを探してください）。
#     そのため、呼び出し側のテンソルまで変わってしまいます。新しいテンソルを作って計算してください。
class Log1pExp(Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x.clone())
        return x.clamp(min=0) + torch.log1p(torch.exp(x.abs_().neg_()))

    @staticmethod
    def backward(ctx, grad_out):
        (x,) = ctx.saved_tensors
        return grad_out * torch.sigmoid(x)


log1p_exp = Log1pExp.apply
