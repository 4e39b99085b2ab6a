# fails: print_other, print
# en: Your extra_repr always returns the text of the example. print(Clip(high=3)) then shows
#     settings that this module does not have. The text has to be made from the module's own
#     settings.
# ja: extra_repr がいつも例と同じ文字列を返しています。
#     print(Clip(high=3)) でも、そのモジュールのものではない設定が表示されます。
#     文字列は、モジュール自身の設定から作ってください。
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

        self.function = ClipFunction

    def forward(self, x):
        return self.function.apply(x)

    def extra_repr(self):
        return "low=-2.0, high=0.5, leak=0.1"
