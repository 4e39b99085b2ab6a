# fails: made_inside
# en: Your values are right, and a Function outside that takes its settings as inputs is good work.
#     But here you are to try the other way: each module makes a Function class of its own. Look at
#     the example Scale.
# ja: 値は正しく、設定を入力として渡す独立した Function も、よい書き方です。
#     ただし、ここで試すのは別の書き方で、モジュールごとに自分の Function のクラスを作ります。
#     例の Scale を見直してください。
class ClipFunction(Function):
    @staticmethod
    def forward(ctx, x, low, high, leak):
        ctx.save_for_backward(x)
        ctx.settings = low, high, leak
        return x.clamp(low, high)

    @staticmethod
    def backward(ctx, grad_out):
        (x,), (low, high, leak) = ctx.saved_tensors, ctx.settings
        return torch.where((x >= low) & (x <= high), grad_out, leak * grad_out), None, None, None


class Clip(nn.Module):
    def __init__(self, low=-1.0, high=1.0, leak=0.0):
        super().__init__()
        self.low, self.high, self.leak = low, high, leak

    def forward(self, x):
        return ClipFunction.apply(x, self.low, self.high, self.leak)

    def extra_repr(self):
        return f"low={self.low}, high={self.high}, leak={self.leak}"
