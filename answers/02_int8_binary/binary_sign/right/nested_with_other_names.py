def step_with_window(width):
    class Step(torch.autograd.Function):
        @staticmethod
        def forward(ctx, values):
            ctx.save_for_backward(values)
            ctx.width = width
            return torch.where(values >= 0, values.new_ones(()), values.new_full((), -1))

        @staticmethod
        def backward(ctx, upstream):
            (values,) = ctx.saved_tensors
            return upstream * values.ge(-ctx.width) * values.le(ctx.width)

    return Step


BinarySignFunction = step_with_window(1)
binary_sign = BinarySignFunction.apply


class BinarySign(nn.Module):
    def forward(self, x):
        return binary_sign(x)
