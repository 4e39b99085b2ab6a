# fails: y, grad_1, grad_2, y_second, grad_second, y_eval, grad_eval, eval_draws_nothing, without_generator, one_needed, float64, bfloat16
# en: Your two modes are exchanged: in training you take the mean, and in eval mode you mix at
#     random. Look at what self.training says in which mode.
# ja: 2 つのモードが逆になっています。学習モードで平均を取り、評価モードでランダムに混ぜています。
#     self.training がどのモードで True になるか、見直してください。
class ShakeShakeFunction(Function):
    @staticmethod
    def forward(ctx, x1, x2, generator):
        ctx.generator = generator
        a = torch.rand((), generator=generator)
        return a * x1 + (1 - a) * x2

    @staticmethod
    def backward(ctx, grad_out):
        b = torch.rand((), generator=ctx.generator)
        return b * grad_out, (1 - b) * grad_out, None


class ShakeShake(nn.Module):
    def __init__(self, generator=None):
        super().__init__()
        self.generator = generator

    def forward(self, x1, x2):
        if not self.training:
            return ShakeShakeFunction.apply(x1, x2, self.generator)
        return (x1 + x2) / 2
