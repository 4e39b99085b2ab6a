# fails: y, grad, zero, bounds, outside, two_calls, module, transposed, float64, scalar, empty, infinite
# en: Your forward returns True and False. They are no numbers to compute with, and PyTorch gives
#     them no gradient. Look at the two values that the task names.
# ja: 順伝播が True と False を返しています。
#     これは計算に使う数ではなく、PyTorch では勾配も持てません。
#     課題に書かれた 2 つの値を見直してください。
class BinarySignFunction(Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x >= 0

    @staticmethod
    def backward(ctx, grad_out):
        (x,) = ctx.saved_tensors
        return grad_out * (x.abs() <= 1)


binary_sign = BinarySignFunction.apply


class BinarySign(nn.Module):
    def forward(self, x):
        return binary_sign(x)
