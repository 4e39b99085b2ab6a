# fails: float64 (only in grading)
# en: Your forward turns x into float32, so float64 goes in and float32 comes out. Look for the
#     conversion that nobody asked for.
# ja: 順伝播が x を float32 に変換しているので、float64 を渡しても float32 で返ってきます。
#     必要のない変換がないか、探してください。
class Clip(nn.Module):
    def __init__(self, low=-1.0, high=1.0, leak=0.0):
        super().__init__()
        self.low, self.high, self.leak = low, high, leak

        class ClipFunction(Function):
            @staticmethod
            def forward(ctx, x):
                ctx.save_for_backward(x)
                return x.float().clamp(low, high)

            @staticmethod
            def backward(ctx, grad_out):
                (x,) = ctx.saved_tensors
                return torch.where((x >= low) & (x <= high), grad_out, leak * grad_out)

        self.function = ClipFunction

    def forward(self, x):
        return self.function.apply(x)

    def extra_repr(self):
        return f"low={self.low}, high={self.high}, leak={self.leak}"
