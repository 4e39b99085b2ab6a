# fails: two_at_once
# en: You keep the settings on the class Clip, which all modules share. The module that is made last
#     decides for all of them, also for print. Where does the setting of one module belong?
# ja: 設定を Clip のクラスの属性に保存しています。
#     これはすべてのモジュールに共通なので、最後に作ったモジュールの設定が全部に効き、
#     print の表示も変わってしまいます。1 つのモジュールの設定は、どこに保存するべきでしょうか。
class Clip(nn.Module):
    def __init__(self, low=-1.0, high=1.0, leak=0.0):
        super().__init__()
        Clip.low, Clip.high, Clip.leak = low, high, leak

        class ClipFunction(Function):
            @staticmethod
            def forward(ctx, x):
                ctx.save_for_backward(x)
                return x.clamp(Clip.low, Clip.high)

            @staticmethod
            def backward(ctx, grad_out):
                (x,) = ctx.saved_tensors
                return torch.where((x >= Clip.low) & (x <= Clip.high), grad_out, Clip.leak * grad_out)

        self.function = ClipFunction

    def forward(self, x):
        return self.function.apply(x)

    def extra_repr(self):
        return f"low={self.low}, high={self.high}, leak={self.leak}"
