# fails: y, grad_1, grad_2, y_second, grad_second, eval_draws_nothing, float64, one_needed, bfloat16
# en: Your a and b come from PyTorch's own generator, never from the one that the module was given.
#     The same seed then gives other numbers. Follow generator to the places where you draw.
# ja: a と b を、モジュールに渡された生成器ではなく、いつも PyTorch の標準の生成器から引いています。
#     これでは、同じシードでも違う数になります。
#     数を引いているところで generator を使っているか、見直してください。
class ShakeShakeFunction(Function):
    @staticmethod
    def forward(ctx, x1, x2, generator):
        ctx.generator = generator
        a = torch.rand((), )
        return a * x1 + (1 - a) * x2

    @staticmethod
    def backward(ctx, grad_out):
        b = torch.rand((), )
        return b * grad_out, (1 - b) * grad_out, None


class ShakeShake(nn.Module):
    def __init__(self, generator=None):
        super().__init__()
        self.generator = generator

    def forward(self, x1, x2):
        if self.training:
            return ShakeShakeFunction.apply(x1, x2, self.generator)
        return (x1 + x2) / 2
