# fails: y, zero, two_calls, module, transposed, float64, scalar, infinite
# en: For negative values your forward gives -x, their size. Only two values may come out.
# ja: 負の値に対して -x、つまり大きさを返しています。出力は 2 種類の値だけです。
class BinarySignFunction(Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return torch.where(x >= 0, torch.ones_like(x), -x)

    @staticmethod
    def backward(ctx, grad_out):
        (x,) = ctx.saved_tensors
        return grad_out * (x.abs() <= 1).to(grad_out.dtype)


binary_sign = BinarySignFunction.apply


class BinarySign(nn.Module):
    def forward(self, x):
        return binary_sign(x)
