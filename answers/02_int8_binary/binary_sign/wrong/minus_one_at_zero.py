# fails: zero
# en: At 0 your output is -1, for all other numbers it is right. Look at what section 4 says about
#     the zero.
# ja: 0 のときに -1 になります。ほかの数ではすべて合っています。
#     4 節で、0 について読み直してください。
class BinarySignFunction(Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return torch.where(x > 0, torch.ones_like(x), -torch.ones_like(x))

    @staticmethod
    def backward(ctx, grad_out):
        (x,) = ctx.saved_tensors
        return grad_out * (x.abs() <= 1)


binary_sign = BinarySignFunction.apply


class BinarySign(nn.Module):
    def forward(self, x):
        return binary_sign(x)
