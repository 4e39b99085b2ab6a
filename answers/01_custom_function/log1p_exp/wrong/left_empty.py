# fails: own_function, y, grad, y_large, grad_large, y_small, grad_small, gradcheck, float64, other_shape, two_calls, empty
# en: The blank is still empty: forward and backward only raise NotImplementedError. Both formulas
#     stand in section 4, just above the task.
# ja: 空欄がまだ埋まっておらず、forward も backward も NotImplementedError を出すだけです。
#     2 つの式は、4 節の課題のすぐ上にあります。
class Log1pExp(Function):
    @staticmethod
    def forward(ctx, x):
        raise NotImplementedError("log1p_exp")

    @staticmethod
    def backward(ctx, grad_out):
        raise NotImplementedError("log1p_exp")


log1p_exp = Log1pExp.apply
