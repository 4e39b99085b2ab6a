# fails: grad, bounds, outside, two_calls, module, transposed, float64, scalar, empty, infinite
# same: no_mask
class BinarySignFunction(Function):
    @staticmethod
    def forward(ctx, x):
        y = torch.where(x >= 0, torch.ones_like(x), -torch.ones_like(x))
        ctx.save_for_backward(y)
        return y

    @staticmethod
    def backward(ctx, grad_out):
        (y,) = ctx.saved_tensors
        return grad_out * (y.abs() <= 1)


binary_sign = BinarySignFunction.apply


class BinarySign(nn.Module):
    def forward(self, x):
        return binary_sign(x)
