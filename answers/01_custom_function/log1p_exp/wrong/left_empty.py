# fails: own_function, y, grad, y_large, grad_large, y_small, gradcheck, float64, other_shape, two_calls, empty
# Nothing was filled in.
class Log1pExp(Function):
    @staticmethod
    def forward(ctx, x):
        raise NotImplementedError("log1p_exp")

    @staticmethod
    def backward(ctx, grad_out):
        raise NotImplementedError("log1p_exp")


log1p_exp = Log1pExp.apply
