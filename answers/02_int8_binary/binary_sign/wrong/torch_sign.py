# fails: zero
# en: At 0 your output is 0, a third value, for which one bit has no room. For all other numbers it
#     is right. Look at what section 4 says about the zero.
# ja: 0 のときに、出力が 0 になります。1 ビットには、3 つ目の値を入れる場所がありません。
#     ほかの数ではすべて合っています。4 節で、0 について読み直してください。
class BinarySignFunction(Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return torch.sign(x)

    @staticmethod
    def backward(ctx, grad_out):
        (x,) = ctx.saved_tensors
        return grad_out * (x.abs() <= 1)


binary_sign = BinarySignFunction.apply


class BinarySign(nn.Module):
    def forward(self, x):
        return binary_sign(x)
