# fails: grad_default, grad, two_at_once, float64, far_outside
# en: Your mask looks at the output. That always lies in the range, so the mask never stops
#     anything: the whole gradient passes outside, too. Which tensor should it look at?
# ja: マスクが出力を調べています。出力はいつも範囲の中にあるので、マスクは何も止めず、
#     範囲の外でも勾配がそのまま通ります。どのテンソルを調べるべきでしょうか。
class Clip(nn.Module):
    def __init__(self, low=-1.0, high=1.0, leak=0.0):
        super().__init__()
        self.low, self.high, self.leak = low, high, leak

        class ClipFunction(Function):
            @staticmethod
            def forward(ctx, x):
                y = x.clamp(low, high)
                ctx.save_for_backward(y)
                return y

            @staticmethod
            def backward(ctx, grad_out):
                (x,) = ctx.saved_tensors
                return torch.where((x >= low) & (x <= high), grad_out, leak * grad_out)

        self.function = ClipFunction

    def forward(self, x):
        return self.function.apply(x)

    def extra_repr(self):
        return f"low={self.low}, high={self.high}, leak={self.leak}"
