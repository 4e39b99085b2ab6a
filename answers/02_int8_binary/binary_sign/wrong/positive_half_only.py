# fails: grad, bounds, outside, two_calls, module, transposed, float64, scalar, empty, infinite
# en: Your gradient passes between 0 and 1 only, and between -1 and 0 it is stopped. Look at the
#     range in section 4. On which sides of zero does it lie?
# ja: 勾配が 0 から 1 までの間しか通らず、-1 から 0 までの間では止まっています。
#     4 節の範囲を見直してください。0 のどちら側にあるでしょうか。
class BinarySignFunction(Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return torch.where(x >= 0, torch.ones_like(x), -torch.ones_like(x))

    @staticmethod
    def backward(ctx, grad_out):
        (x,) = ctx.saved_tensors
        return grad_out * ((x >= 0) & (x <= 1))


binary_sign = BinarySignFunction.apply


class BinarySign(nn.Module):
    def forward(self, x):
        return binary_sign(x)
