class Clip(nn.Module):
    def __init__(self, low=-1.0, high=1.0, leak=0.0):
        super().__init__()
        self.low, self.high, self.leak = low, high, leak

        class ClipFunction(Function):
            @staticmethod
            def forward(ctx, x):
                ctx.save_for_backward(x)
                return x.clamp(low, high)

            @staticmethod
            def backward(ctx, grad_out):
                (x,) = ctx.saved_tensors
                return torch.where((x >= low) & (x <= high), grad_out, leak * grad_out)

        self.f = ClipFunction.apply

    def forward(self, x):
        return self.f(x)

    def extra_repr(self):
        shown = f"low={self.low}, high={self.high}"
        return shown + (f", leak={self.leak}" if self.leak else "")
