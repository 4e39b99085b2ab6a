# fails: y, grad, bounds, two_at_once, float64, far_outside, made_inside
# en: Your inner class has -1, 1 and 0 written into it, so Clip(-2.0, 0.5, 0.1) behaves like Clip().
#     Look at how the example Scale gets at its factor.
# ja: 内側のクラスに -1、1、0 が直接書いてあるので、Clip(-2.0, 0.5, 0.1) も Clip() と同じ動きをしま
#     す。例の Scale が factor をどうやって使っているか、見直してください。
class Clip(nn.Module):
    def __init__(self, low=-1.0, high=1.0, leak=0.0):
        super().__init__()
        self.low, self.high, self.leak = low, high, leak

        class ClipFunction(Function):
            @staticmethod
            def forward(ctx, x):
                ctx.save_for_backward(x)
                return x.clamp(-1.0, 1.0)

            @staticmethod
            def backward(ctx, grad_out):
                (x,) = ctx.saved_tensors
                return torch.where((x >= -1.0) & (x <= 1.0), grad_out, 0 * grad_out)

        self.function = ClipFunction

    def forward(self, x):
        return self.function.apply(x)

    def extra_repr(self):
        return f"low={self.low}, high={self.high}, leak={self.leak}"
