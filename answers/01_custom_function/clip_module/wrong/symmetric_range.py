# fails: grad, bounds, two_at_once, float64
# en: Your mask compares the absolute value of x with high and never looks at low. With low = -2 and
#     high = 0.5 the gradient is held back between -2 and -0.5. The range need not be symmetric.
# ja: マスクが x の絶対値を high と比べていて、low を使っていません。
#     low が -2、high が 0.5 のとき、-2 から -0.5 までの間で勾配が止められてしまいます。
#     範囲が 0 について対称とは限りません。
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
                return torch.where(x.abs() <= high, grad_out, leak * grad_out)

        self.function = ClipFunction

    def forward(self, x):
        return self.function.apply(x)

    def extra_repr(self):
        return f"low={self.low}, high={self.high}, leak={self.leak}"
