# fails: grad_default, grad, bounds, two_at_once, float64, far_outside
# en: Your backward returns the slope alone, 1 inside and the leak outside, whatever comes from
#     above. Look at the first factor in the formula of section 7.
# ja: backward が傾きだけを返しています。上流から何が来ても、範囲の中では 1、
#     外では leak になります。7 節の式の最初の因子を見直してください。
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
                return torch.where((x >= low) & (x <= high), 1.0, leak).to(x.dtype)

        self.function = ClipFunction

    def forward(self, x):
        return self.function.apply(x)

    def extra_repr(self):
        return f"low={self.low}, high={self.high}, leak={self.leak}"
