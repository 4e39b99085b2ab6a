# fails: grad, bounds, outside, two_calls, module, transposed, float64, scalar, empty, infinite
# in class: no_mask
# en: Your mask still has the bounds of Task 1, -128 and 127. At 1.5 or 100 the gradient passes.
#     Look at the range that section 4 gives for the binary activation.
# ja: マスクの範囲が、課題 1 の -128 から 127 までのままです。1.5 や 100 でも勾配が通ります。
#     二値の活性化関数での範囲を、4 節で見直してください。
class BinarySignFunction(Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return torch.where(x >= 0, torch.ones_like(x), -torch.ones_like(x))

    @staticmethod
    def backward(ctx, grad_out):
        (x,) = ctx.saved_tensors
        return grad_out * ((x >= -128) & (x <= 127))


binary_sign = BinarySignFunction.apply


class BinarySign(nn.Module):
    def forward(self, x):
        return binary_sign(x)
