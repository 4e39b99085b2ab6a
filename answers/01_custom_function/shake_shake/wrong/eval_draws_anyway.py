# fails: eval_draws_nothing
# en: In eval mode your output is right, but a number is drawn all the same and thrown away. Back in
#     training, the generator is one number ahead. Look at what runs before you ask for the mode.
# ja: 評価モードの出力は正しいのですが、使わない数を 1 つ引いて捨てています。
#     学習モードに戻ると、生成器が 1 つ先に進んでいます。
#     モードを調べる前に何が実行されるか、見直してください。
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
        mixed = ShakeShakeFunction.apply(x1, x2, self.generator)
        return mixed if self.training else (x1 + x2) / 2
