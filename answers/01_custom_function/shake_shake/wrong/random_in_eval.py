# fails: y_eval, grad_eval, eval_draws_nothing
# en: Your module never asks which mode it is in, so it mixes at random in eval mode, too. A network
#     in use should give the same answer every time. Look at self.training.
# ja: モジュールがどちらのモードかを調べず、評価モードでもランダムに混ぜています。
#     利用するときのネットワークは、いつも同じ答えを返さなければなりません。
#     self.training を見直してください。
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
        return ShakeShakeFunction.apply(x1, x2, self.generator)
