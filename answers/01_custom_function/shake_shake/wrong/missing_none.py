# fails: grad_1, grad_2, grad_second, eval_draws_nothing, without_generator, float64, bfloat16, one_needed
# en: Your backward returns two gradients, but forward has three inputs: the generator is one of
#     them. PyTorch stops with an error. What belongs in the third place?
# ja: backward が返す値は 2 つですが、forward の入力は、生成器も含めて 3 つです。
#     そのため、PyTorch がエラーを出します。3 つ目には何を返せばよいでしょうか。
class ShakeShakeFunction(Function):
    @staticmethod
    def forward(ctx, x1, x2, generator):
        ctx.generator = generator
        a = torch.rand((), generator=generator)
        return a * x1 + (1 - a) * x2

    @staticmethod
    def backward(ctx, grad_out):
        b = torch.rand((), generator=ctx.generator)
        return b * grad_out, (1 - b) * grad_out


class ShakeShake(nn.Module):
    def __init__(self, generator=None):
        super().__init__()
        self.generator = generator

    def forward(self, x1, x2):
        if self.training:
            return ShakeShakeFunction.apply(x1, x2, self.generator)
        return (x1 + x2) / 2
