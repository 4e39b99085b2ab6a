# fails: grad, bounds, outside, two_calls, module, transposed, float64, scalar, empty, infinite
# en: Your backward returns 1 everywhere. It uses neither the upstream gradient nor the range from
#     -1 to 1. Start with the chain rule in section 1.
# ja: backward がどこでも 1 を返していて、上流の勾配も、-1 から 1 までの範囲も使っていません。
#     まず 1 節の連鎖律を見直してください。
class BinarySignFunction(Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return torch.where(x >= 0, torch.ones_like(x), -torch.ones_like(x))

    @staticmethod
    def backward(ctx, grad_out):
        (x,) = ctx.saved_tensors
        return torch.ones_like(x)


binary_sign = BinarySignFunction.apply


class BinarySign(nn.Module):
    def forward(self, x):
        return binary_sign(x)
