# fails: grad, bounds, outside, two_calls, module, transposed, float64, scalar, empty, infinite
# en: Your slope is the smooth one of tanh: 1 at 0, smaller towards -1 and 1, and not quite 0
#     outside. Section 4 describes a stand-in with two values only.
# ja: 傾きが tanh の滑らかな導関数になっています。
#     0 では 1、-1 や 1 に近づくと小さくなり、外でも 0 になりません。
#     4 節の代役が取る値は、2 つだけです。
class BinarySignFunction(Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return torch.where(x >= 0, torch.ones_like(x), -torch.ones_like(x))

    @staticmethod
    def backward(ctx, grad_out):
        (x,) = ctx.saved_tensors
        return grad_out * (1 - torch.tanh(x) ** 2)


binary_sign = BinarySignFunction.apply


class BinarySign(nn.Module):
    def forward(self, x):
        return binary_sign(x)
