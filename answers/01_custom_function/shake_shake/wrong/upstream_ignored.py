# fails: grad_1, grad_2, grad_second, eval_draws_nothing, without_generator, float64, one_needed, bfloat16
# en: Your backward returns the shares alone, the same number for all elements, whatever comes from
#     above. Look at the right-hand sides of the two formulas for the gradients.
# ja: backward が割合だけを返しています。上流から何が来ても、すべての要素が同じ数になります。
#     勾配の 2 つの式の右辺を見直してください。
class ShakeShakeFunction(Function):
    @staticmethod
    def forward(ctx, x1, x2, generator):
        ctx.generator = generator
        a = torch.rand((), generator=generator)
        return a * x1 + (1 - a) * x2

    @staticmethod
    def backward(ctx, grad_out):
        b = torch.rand((), generator=ctx.generator)
        return b * torch.ones_like(grad_out), (1 - b) * torch.ones_like(grad_out), None


class ShakeShake(nn.Module):
    def __init__(self, generator=None):
        super().__init__()
        self.generator = generator

    def forward(self, x1, x2):
        if self.training:
            return ShakeShakeFunction.apply(x1, x2, self.generator)
        return (x1 + x2) / 2
