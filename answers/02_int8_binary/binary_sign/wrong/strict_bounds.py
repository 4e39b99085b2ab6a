# fails: bounds
# en: Exactly at -1 and at 1 your gradient is 0. Everywhere else it is right. Do the bounds belong
#     to the range?
# ja: ちょうど -1 と 1 のところで、勾配が 0 になっています。ほかはすべて合っています。
#     両端の値は範囲に含まれるでしょうか。
class BinarySignFunction(Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return torch.where(x >= 0, torch.ones_like(x), -torch.ones_like(x))

    @staticmethod
    def backward(ctx, grad_out):
        (x,) = ctx.saved_tensors
        return grad_out * (x.abs() < 1)


binary_sign = BinarySignFunction.apply


class BinarySign(nn.Module):
    def forward(self, x):
        return binary_sign(x)
