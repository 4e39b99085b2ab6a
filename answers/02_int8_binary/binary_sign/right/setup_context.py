class BinarySignFunction(Function):
    @staticmethod
    def forward(x):
        return torch.ones_like(x) - 2 * (x < 0)

    @staticmethod
    def setup_context(ctx, inputs, output):
        (x,) = inputs
        ctx.save_for_backward(x)

    @staticmethod
    def backward(ctx, grad_out):
        (x,) = ctx.saved_tensors
        return torch.where(x * x <= 1, grad_out, 0.0)


binary_sign = BinarySignFunction.apply


class BinarySign(nn.Module):
    def forward(self, x):
        return binary_sign(x)
