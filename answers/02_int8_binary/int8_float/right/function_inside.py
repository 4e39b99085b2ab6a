class Int8Float(nn.Module):
    """A Function of its own, made in __init__, knows frac from the scope around it."""

    def __init__(self, frac=0):
        super().__init__()
        if frac not in range(8):
            raise ValueError(f"frac must be 0, 1, ..., 7, but it is {frac!r}")
        low, high, scale = -(2.0 ** (7 - frac)), 2.0 ** (7 - frac) - 2.0**-frac, 2.0**-frac

        class FixedPoint(Function):
            @staticmethod
            def forward(ctx, x):
                ctx.save_for_backward((x >= low) & (x <= high))
                return (torch.round(x / scale) * scale).clamp(low, high)

            @staticmethod
            def backward(ctx, grad_out):
                return grad_out * ctx.saved_tensors[0]

        self.frac, self.apply_fixed_point = frac, FixedPoint.apply

    def forward(self, x):
        return self.apply_fixed_point(x)

    def extra_repr(self):
        return f"frac={self.frac}"
