# fails: grad, transposed
# en: Your gradient passes only where x went up. The stand-in for rounding has slope 1 wherever
#     it goes.
# ja: 上に丸めたところだけ勾配が通っています。丸めの代役の傾きは、どちらに丸めても 1 です。
class StochasticRoundingFunction(Function):
    @staticmethod
    def forward(ctx, x, noise, step):
        q = x / step
        lower = torch.floor(q)
        up = noise < q - lower
        ctx.save_for_backward(up)
        return (lower + up) * step

    @staticmethod
    def backward(ctx, grad_out):
        return grad_out * ctx.saved_tensors[0], None, None
