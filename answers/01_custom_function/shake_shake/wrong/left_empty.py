# fails: y, grad_1, grad_2, y_second, grad_second, y_eval, grad_eval, eval_draws_nothing, without_generator, float64, bfloat16, one_needed
# Nothing was filled in.
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
