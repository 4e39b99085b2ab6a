# fails: grad, two_at_once, float64, far_outside
# en: Outside the range your gradient is the leak itself, the same number everywhere, and the
#     upstream gradient is lost there. Look at what the formula does with the leak.
# ja: 範囲の外では、勾配がどこでも leak の値そのものになり、上流の勾配が失われています。
#     式の中で leak がどう使われているか、見直してください。
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
                return torch.where((x >= low) & (x <= high), grad_out, leak + torch.zeros_like(grad_out))

        self.function = ClipFunction

    def forward(self, x):
        return self.function.apply(x)

    def extra_repr(self):
        return f"low={self.low}, high={self.high}, leak={self.leak}"
