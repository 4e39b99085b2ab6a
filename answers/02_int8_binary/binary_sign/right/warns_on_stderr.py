import sys
import warnings


class BinarySignFunction(Function):
    @staticmethod
    def forward(ctx, x):
        warnings.warn("one bit is not much")
        ctx.outside = (x > 1) | (x < -1)
        return torch.sign(torch.sign(x) + 0.5)

    @staticmethod
    def backward(ctx, grad_out):
        print("backward", file=sys.stderr)
        return grad_out.masked_fill(ctx.outside, 0)


binary_sign = BinarySignFunction.apply


class BinarySign(nn.Module):
    def forward(self, x):
        return binary_sign(x)
