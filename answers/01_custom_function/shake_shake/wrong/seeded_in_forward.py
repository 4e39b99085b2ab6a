# fails: y, grad_1, grad_2, y_second, grad_second, eval_draws_nothing, without_generator, float64, one_needed, bfloat16
# en: Your forward seeds the generator again each time, so every forward draws the same a, whatever
#     seed was chosen outside. And without a generator it fails. Who should decide about the seed?
# ja: 順伝播が、毎回、生成器にシードを設定し直しています。
#     外でどんなシードを選んでも、いつも同じ a になります。生成器を渡さなければ、エラーになります。
#     シードを決めるのは誰の役目か、考えてください。
class ShakeShakeFunction(Function):
    @staticmethod
    def forward(ctx, x1, x2, generator):
        generator.manual_seed(0)
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
        if self.training:
            return ShakeShakeFunction.apply(x1, x2, self.generator)
        return (x1 + x2) / 2
