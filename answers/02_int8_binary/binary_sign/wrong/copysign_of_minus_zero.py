# fails: zero
# en: For -0.0 you get -1, because copysign looks at the sign bit. The rule asks whether x >= 0.
#     What does that comparison say of -0.0?
# ja: -0.0 のときに -1 になります。copysign が符号のビットを見るからです。
#     規則は x >= 0 かどうかです。-0.0 では、この比較の結果はどうなるでしょうか。
class BinarySignFunction(Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return torch.copysign(torch.ones_like(x), x)

    @staticmethod
    def backward(ctx, grad_out):
        (x,) = ctx.saved_tensors
        return grad_out * (x.abs() <= 1)


binary_sign = BinarySignFunction.apply


class BinarySign(nn.Module):
    def forward(self, x):
        return binary_sign(x)
