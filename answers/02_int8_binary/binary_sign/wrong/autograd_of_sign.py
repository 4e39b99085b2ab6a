# fails: grad, bounds, grad_transposed, grad_float64, scalar, two_calls, module
# The true derivative: 0 everywhere.
class BinarySignFunction(Function):
    @staticmethod
    def forward(ctx, x):
        return torch.where(x >= 0, torch.ones_like(x), -torch.ones_like(x))

    @staticmethod
    def backward(ctx, grad_out):
        return grad_out * 0


binary_sign = BinarySignFunction.apply


class BinarySign(nn.Module):
    def forward(self, x):
        return binary_sign(x)
