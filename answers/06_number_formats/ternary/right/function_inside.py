class Ternary(nn.Module):
    """A Function of its own knows the threshold from the scope around it."""

    def __init__(self, threshold=0.5):
        super().__init__()
        if not (threshold >= 0) or not (threshold < 1):
            raise ValueError(f"a threshold of {threshold} makes no sense")

        class Three(Function):
            @staticmethod
            def forward(ctx, x):
                ctx.inside = x.abs() <= 1
                return x.sign().masked_fill(x.abs() <= threshold, 0)

            @staticmethod
            def backward(ctx, grad_out):
                return torch.where(ctx.inside, grad_out, torch.zeros_like(grad_out))

        self.three = Three.apply

    def forward(self, x):
        return self.three(x)
