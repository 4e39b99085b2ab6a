# fails: grad_default, print_other
# en: Without arguments your Clip() has a leak of 0.1, so some gradient passes where nothing should.
#     Look at the default values in the task.
# ja: 引数なしの Clip() で leak が 0.1 になるので、何も通らないはずのところで勾配が少し通ります。
#     課題に書かれた既定値を見直してください。
class Clip(nn.Module):
    def __init__(self, low=-1.0, high=1.0, leak=0.1):
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
        return f"low={self.low}, high={self.high}, leak={self.leak}"
