# fails: y, two_at_once, float64, far_outside, made_inside
# en: Your forward leaks, too: a value outside comes out beyond the bound instead of at it. Look at
#     which of the two passes uses the leak.
# ja: 順伝播でも leak を使っているので、範囲の外の値が端の値に収まりません。
#     順伝播と逆伝播のうち、leak を使うのはどちらか、見直してください。
class Clip(nn.Module):
    def __init__(self, low=-1.0, high=1.0, leak=0.0):
        super().__init__()
        self.low, self.high, self.leak = low, high, leak

        class ClipFunction(Function):
            @staticmethod
            def forward(ctx, x):
                ctx.save_for_backward(x)
                return x.clamp(low, high) + leak * (x - x.clamp(low, high))

            @staticmethod
            def backward(ctx, grad_out):
                (x,) = ctx.saved_tensors
                return torch.where((x >= low) & (x <= high), grad_out, leak * grad_out)

        self.function = ClipFunction

    def forward(self, x):
        return self.function.apply(x)

    def extra_repr(self):
        return f"low={self.low}, high={self.high}, leak={self.leak}"
