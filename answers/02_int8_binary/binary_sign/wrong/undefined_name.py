# fails: y, grad, zero, bounds, outside, two_calls, module, transposed, float64, scalar, empty, infinite
# en: Your forward compares input, but its argument has another name. input is a function of Python
#     itself, so the comparison stops with a TypeError.
# ja: 順伝播で input を比較していますが、引数の名前が違います。
#     input は Python に元からある関数なので、比較が TypeError になります。
class BinarySignFunction(Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return torch.where(input >= 0, torch.ones_like(x), -torch.ones_like(x))

    @staticmethod
    def backward(ctx, grad_out):
        (x,) = ctx.saved_tensors
        return grad_out * (x.abs() <= 1)


binary_sign = BinarySignFunction.apply


class BinarySign(nn.Module):
    def forward(self, x):
        return binary_sign(x)
