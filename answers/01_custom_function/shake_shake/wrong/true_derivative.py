# fails: grad_1, grad_2, grad_second, eval_draws_nothing, without_generator, float64, one_needed, bfloat16
# en: Your gradients use the number a of the forward again. That is the ordinary derivative, and in
#     the figure the points lie on the diagonal. Look at which number belongs to the way back.
# ja: 勾配の計算に、順伝播の a をもう一度使っています。
#     これはふつうの導関数で、図では点が対角線に並びます。
#     戻りにはどの数を使うのか、見直してください。
class ShakeShakeFunction(Function):
    @staticmethod
    def forward(ctx, x1, x2, generator):
        ctx.a = torch.rand((), generator=generator)
        return ctx.a * x1 + (1 - ctx.a) * x2

    @staticmethod
    def backward(ctx, grad_out):
        return ctx.a * grad_out, (1 - ctx.a) * grad_out, None


class ShakeShake(nn.Module):
    def __init__(self, generator=None):
        super().__init__()
        self.generator = generator

    def forward(self, x1, x2):
        if self.training:
            return ShakeShakeFunction.apply(x1, x2, self.generator)
        return (x1 + x2) / 2
