# fails: y, zero, two_calls, module, transposed, float64, scalar, infinite
# en: Below zero your output is 0 instead of -1: a step from 0 to 1. Look at the two values in
#     section 4.
# ja: 負の数のときに、出力が -1 ではなく 0 になっています。
#     4 節に書かれた 2 つの値を見直してください。
class BinarySignFunction(Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return (x >= 0).to(x.dtype)

    @staticmethod
    def backward(ctx, grad_out):
        (x,) = ctx.saved_tensors
        return grad_out * (x.abs() <= 1)


binary_sign = BinarySignFunction.apply


class BinarySign(nn.Module):
    def forward(self, x):
        return binary_sign(x)
