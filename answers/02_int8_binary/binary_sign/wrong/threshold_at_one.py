# fails: y, zero, two_calls, module, transposed, float64, scalar
# en: Your forward compares with 1, so that everything between 0 and 1 becomes -1.
# ja: 順伝播が 1 と比べているので、0 と 1 の間の値が -1 になります。
class BinarySignFunction(Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return torch.where(x >= 1, torch.ones_like(x), -torch.ones_like(x))

    @staticmethod
    def backward(ctx, grad_out):
        (x,) = ctx.saved_tensors
        return grad_out * (x.abs() <= 1).to(grad_out.dtype)


binary_sign = BinarySignFunction.apply


class BinarySign(nn.Module):
    def forward(self, x):
        return binary_sign(x)
