# fails: grad_1, grad_2, grad_second, eval_draws_nothing, without_generator, float64, one_needed, bfloat16
# en: Your two gradients are exchanged: x1 gets the share of x2, and the other way round. The sum is
#     right, so it is easily missed. Compare the order with the inputs of forward.
# ja: 2 つの勾配が入れ替わっています。x1 に x2 の分が、x2 に x1 の分が渡されています。
#     和は正しいので、気づきにくい間違いです。forward の入力の順番と比べてください。
class ShakeShakeFunction(Function):
    @staticmethod
    def forward(ctx, x1, x2, generator):
        ctx.generator = generator
        a = torch.rand((), generator=generator)
        return a * x1 + (1 - a) * x2

    @staticmethod
    def backward(ctx, grad_out):
        b = torch.rand((), generator=ctx.generator)
        return (1 - b) * grad_out, b * grad_out, None


class ShakeShake(nn.Module):
    def __init__(self, generator=None):
        super().__init__()
        self.generator = generator

    def forward(self, x1, x2):
        if self.training:
            return ShakeShakeFunction.apply(x1, x2, self.generator)
        return (x1 + x2) / 2
