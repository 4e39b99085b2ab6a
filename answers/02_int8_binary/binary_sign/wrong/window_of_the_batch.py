# fails: grad, bounds, outside, two_calls, module, transposed, float64, scalar, empty, infinite
# in class: no_mask
# en: Your mask compares with the largest value of the batch. No element is larger than that, so
#     nothing is ever stopped, and an empty batch gives an error. The range is the same for every
#     batch.
# ja: マスクがバッチの中の最大値と比べています。
#     それより大きい要素はないので何も止まらず、空のテンソルではエラーになります。
#     範囲は、どんなバッチでも同じです。
class BinarySignFunction(Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return torch.where(x >= 0, torch.ones_like(x), -torch.ones_like(x))

    @staticmethod
    def backward(ctx, grad_out):
        (x,) = ctx.saved_tensors
        return grad_out * (x.abs() <= x.abs().max())


binary_sign = BinarySignFunction.apply


class BinarySign(nn.Module):
    def forward(self, x):
        return binary_sign(x)
