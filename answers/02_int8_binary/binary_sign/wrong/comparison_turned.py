# fails: y, zero, two_calls, module, transposed, float64, scalar, infinite
# en: Your forward gives +1 on the left and -1 on the right: the comparison points the wrong way.
# ja: 順伝播が、左で +1、右で -1 になっています。比較の向きが逆です。
class BinarySignFunction(Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return torch.where(x <= 0, torch.ones_like(x), -torch.ones_like(x))

    @staticmethod
    def backward(ctx, grad_out):
        (x,) = ctx.saved_tensors
        return grad_out * (x.abs() <= 1).to(grad_out.dtype)


binary_sign = BinarySignFunction.apply


class BinarySign(nn.Module):
    def forward(self, x):
        return binary_sign(x)
