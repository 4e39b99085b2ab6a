# fails: own_function, y, grad, grad_twice, y_other_shape, grad_other_shape, float64, zero
# Nothing was filled in.
class MulScalar(Function):
    @staticmethod
    def forward(ctx, x, coef):
        raise NotImplementedError("mul_scalar")

    @staticmethod
    def backward(ctx, grad_out):
        raise NotImplementedError("mul_scalar")


mul_scalar = MulScalar.apply
