# fails: grad, bounds, outside, two_calls, module, transposed, float64, scalar, empty, infinite
# en: Your gradient passes everywhere, also at 1.5 and at 100. A mask that looks at the output does
#     the same, as the output is always -1 or 1. Which value decides, and where does the gradient
#     stop?
# ja: 勾配がどこでも通ります。1.5 や 100 でも止まりません。
#     出力はいつも -1 か 1 なので、出力を調べるマスクでも同じことになります。
#     どの値を調べて、どこで勾配を止めるのか、見直してください。
class BinarySignFunction(Function):
    @staticmethod
    def forward(ctx, x):
        return torch.where(x >= 0, torch.ones_like(x), -torch.ones_like(x))

    @staticmethod
    def backward(ctx, grad_out):
        return grad_out


binary_sign = BinarySignFunction.apply


class BinarySign(nn.Module):
    def forward(self, x):
        return binary_sign(x)
