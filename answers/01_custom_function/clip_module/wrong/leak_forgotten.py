# fails: grad, two_at_once, float64, far_outside
# en: Nothing passes outside the range: your backward never uses the leak. Look at what the task
#     says about points beyond the bounds.
# ja: 範囲の外では、勾配がまったく流れません。backward で leak が使われていないからです。
#     範囲の外の点について課題が何と言っているか、見直してください。
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
                return grad_out * ((x >= low) & (x <= high))

        self.function = ClipFunction

    def forward(self, x):
        return self.function.apply(x)

    def extra_repr(self):
        return f"low={self.low}, high={self.high}, leak={self.leak}"
