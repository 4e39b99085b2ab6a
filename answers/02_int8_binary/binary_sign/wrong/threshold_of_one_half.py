# fails: y, zero, two_calls, module, transposed, float64, scalar
# en: Between 0 and 0.5 your output is -1. That is the threshold for probabilities; here the sign
#     decides.
# ja: 0 から 0.5 までの間で、出力が -1 になっています。0.5 は確率のときのしきい値です。
#     ここでは符号で決まります。
class BinarySignFunction(Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return torch.where(x >= 0.5, torch.ones_like(x), -torch.ones_like(x))

    @staticmethod
    def backward(ctx, grad_out):
        (x,) = ctx.saved_tensors
        return grad_out * (x.abs() <= 1)


binary_sign = BinarySignFunction.apply


class BinarySign(nn.Module):
    def forward(self, x):
        return binary_sign(x)
