# fails: grad, bounds, outside, two_calls, module, transposed, float64, scalar, empty, infinite
# en: Your window reaches from -2 to 2. Look at the bounds in the task.
# ja: 窓が -2 から 2 までになっています。課題の範囲を見直してください。
class BinarySignFunction(Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return torch.where(x >= 0, torch.ones_like(x), -torch.ones_like(x))

    @staticmethod
    def backward(ctx, grad_out):
        (x,) = ctx.saved_tensors
        return grad_out * (x.abs() <= 2).to(grad_out.dtype)


binary_sign = BinarySignFunction.apply


class BinarySign(nn.Module):
    def forward(self, x):
        return binary_sign(x)
