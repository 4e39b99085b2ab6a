# fails: own_function
# A Function is there, but autograd's own multiplication gives output and gradient.
class MulScalar(Function):
    @staticmethod
    def forward(ctx, x, coef):
        return x * coef

    @staticmethod
    def backward(ctx, grad_out):
        return torch.zeros_like(grad_out), None


def mul_scalar(x, coef):
    return x * coef + 0 * MulScalar.apply(x, coef)
