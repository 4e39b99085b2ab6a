# fails: grad, bounds, outside, two_calls, module, transposed, float64, scalar, empty, infinite
# en: Inside the range your gradients are twice as large as they should be. The height of the jump
#     does not count: look at what the gradient does between -1 and 1 in section 4.
# ja: 範囲の中で、勾配が 2 倍になっています。跳びの高さは関係ありません。
#     -1 から 1 までの間で勾配をどうするのか、4 節を見直してください。
class BinarySignFunction(Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return torch.where(x >= 0, torch.ones_like(x), -torch.ones_like(x))

    @staticmethod
    def backward(ctx, grad_out):
        (x,) = ctx.saved_tensors
        return 2 * grad_out * (x.abs() <= 1)


binary_sign = BinarySignFunction.apply


class BinarySign(nn.Module):
    def forward(self, x):
        return binary_sign(x)
