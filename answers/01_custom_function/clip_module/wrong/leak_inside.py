# fails: grad_default, grad, bounds, two_at_once, float64, far_outside
# en: Your backward has inside and outside exchanged: the gradient passes outside the range and is
#     held back inside. Look at the order of the arguments of torch.where.
# ja: 範囲の中と外が逆になっています。範囲の外で勾配がそのまま通り、中では止められています。
#     torch.where の引数の順番を見直してください。
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
                return torch.where((x >= low) & (x <= high), leak * grad_out, grad_out)

        self.function = ClipFunction

    def forward(self, x):
        return self.function.apply(x)

    def extra_repr(self):
        return f"low={self.low}, high={self.high}, leak={self.leak}"
