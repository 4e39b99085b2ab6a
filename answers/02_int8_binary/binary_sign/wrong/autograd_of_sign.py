# fails: grad, bounds, outside, two_calls, module, transposed, float64, scalar, empty, infinite
# en: Your gradient is 0 everywhere. That is the true derivative of the step, and no network learns
#     with it. Section 4 says which stand-in is used, and where.
# ja: 勾配がどこでも 0 です。符号関数の本当の導関数ではありますが、それでは学習できません。
#     代わりに何をどこで使うのか、4 節を見直してください。
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
