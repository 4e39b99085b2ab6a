# fails: grad, bounds, outside, two_calls, module, transposed, float64, scalar, empty, infinite
# en: Your backward returns the mask itself, so every gradient is 0 or 1, whatever comes from above.
#     Look at what the chain rule in section 1 does with the upstream gradient.
# ja: backward がマスクだけを返しているので、上流から何が来ても、勾配は 0 か 1 になります。
#     1 節の連鎖律では上流の勾配をどう使うのか、見直してください。
class BinarySignFunction(Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return torch.where(x >= 0, torch.ones_like(x), -torch.ones_like(x))

    @staticmethod
    def backward(ctx, grad_out):
        (x,) = ctx.saved_tensors
        return (x.abs() <= 1).to(x.dtype)


binary_sign = BinarySignFunction.apply


class BinarySign(nn.Module):
    def forward(self, x):
        return binary_sign(x)
