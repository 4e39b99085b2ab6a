# fails: y, grad_1, grad_2, y_second, grad_second, y_eval, grad_eval, eval_draws_nothing, without_generator, float64, bfloat16, one_needed
# en: The blank is still empty: all three methods only raise NotImplementedError. Start with the
#     eval mode, which needs no Function and no chance.
# ja: 空欄がまだ埋まっておらず、3 つのメソッドはどれも NotImplementedError を出すだけです。
#     Function も乱数も要らない、評価モードから始めましょう。
class ShakeShakeFunction(Function):
    @staticmethod
    def forward(ctx, x1, x2, generator):
        raise NotImplementedError("shake_shake")

    @staticmethod
    def backward(ctx, grad_out):
        raise NotImplementedError("shake_shake")


class ShakeShake(nn.Module):
    def __init__(self, generator=None):
        super().__init__()
        self.generator = generator

    def forward(self, x1, x2):
        raise NotImplementedError("shake_shake")
