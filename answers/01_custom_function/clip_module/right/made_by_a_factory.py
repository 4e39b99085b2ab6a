def make_clip(low, high, leak):
    class ClipFunction(Function):
        @staticmethod
        def forward(ctx, x):
            ctx.save_for_backward(x)
            return torch.minimum(torch.maximum(x, x.new_tensor(low)), x.new_tensor(high))

        @staticmethod
        def backward(ctx, grad_out):
            (x,) = ctx.saved_tensors
            slope = torch.full_like(grad_out, leak)
            slope[(x >= low) & (x <= high)] = 1
            return slope * grad_out

    return ClipFunction


class Clip(nn.Module):
    def __init__(self, low=-1.0, high=1.0, leak=0.0):
        super().__init__()
        self.settings = {"low": low, "high": high, "leak": leak}
        self.function = make_clip(low, high, leak)

    def forward(self, x):
        return self.function.apply(x)

    def extra_repr(self):
        shown = {name: value for name, value in self.settings.items() if name != "leak" or value}
        return ", ".join(f"{name}={value}" for name, value in shown.items())
