# fails: y, zero, y_transposed, y_float64, scalar, infinite, two_calls, module
# Writes the signs into the caller's own tensor.
class BinarySignFunction(Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x.abs() <= 1)
        x.data.copy_(torch.where(x >= 0, torch.ones_like(x), -torch.ones_like(x)))
        return x.clone()

    @staticmethod
    def backward(ctx, grad_out):
        return grad_out * ctx.saved_tensors[0]


binary_sign = BinarySignFunction.apply


class BinarySign(nn.Module):
    def forward(self, x):
        return binary_sign(x)
