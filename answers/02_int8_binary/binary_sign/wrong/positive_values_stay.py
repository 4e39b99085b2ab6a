# fails: y, zero, two_calls, module, transposed, float64, scalar, infinite
# en: Your forward leaves positive values as they are. Only two values may come out.
# ja: 順伝播が、正の値をそのまま返しています。出力は 2 種類の値だけです。
class BinarySignFunction(Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return torch.where(x >= 0, x, -torch.ones_like(x))

    @staticmethod
    def backward(ctx, grad_out):
        (x,) = ctx.saved_tensors
        return grad_out * (x.abs() <= 1).to(grad_out.dtype)


binary_sign = BinarySignFunction.apply


class BinarySign(nn.Module):
    def forward(self, x):
        return binary_sign(x)
