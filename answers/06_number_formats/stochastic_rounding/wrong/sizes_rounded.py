# fails: y, other_step, negative, multiples, transposed, float64, noise_zero
# en: You round the size and put the sign back. So for negative numbers small noise goes down,
#     where the task says up.
# ja: 絶対値を丸めてから符号を戻しています。そのため、負の数では小さな乱数のときに下へ行きます。課題では上です。
class StochasticRoundingFunction(Function):
    @staticmethod
    def forward(ctx, x, noise, step):
        q = x.abs() / step
        lower = torch.floor(q)
        return (lower + (noise < q - lower)) * step * x.sign()

    @staticmethod
    def backward(ctx, grad_out):
        return grad_out, None, None
