# fails: grad, bounds, outside, two_calls, module, transposed, float64, scalar, empty, infinite
# en: Your window holds only at 0 itself, so practically nothing passes.
# ja: 窓が 0 の 1 点だけなので、ほとんど何も通りません。
class BinarySignFunction(Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return torch.where(x >= 0, torch.ones_like(x), -torch.ones_like(x))

    @staticmethod
    def backward(ctx, grad_out):
        (x,) = ctx.saved_tensors
        return grad_out * (x.abs() <= 0).to(grad_out.dtype)


binary_sign = BinarySignFunction.apply


class BinarySign(nn.Module):
    def forward(self, x):
        return binary_sign(x)
