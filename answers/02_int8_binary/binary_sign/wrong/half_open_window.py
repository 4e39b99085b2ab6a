# fails: bounds
# en: At exactly 1 your gradient is 0; at -1 it passes. Look at what section 4 says about the
#     bounds.
# ja: ちょうど 1 のところで勾配が 0 になっています。-1 では通ります。
#     4 節で、両端の値について読み直してください。
class BinarySignFunction(Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return torch.where(x >= 0, torch.ones_like(x), -torch.ones_like(x))

    @staticmethod
    def backward(ctx, grad_out):
        (x,) = ctx.saved_tensors
        return grad_out * ((x >= -1) & (x < 1))


binary_sign = BinarySignFunction.apply


class BinarySign(nn.Module):
    def forward(self, x):
        return binary_sign(x)
