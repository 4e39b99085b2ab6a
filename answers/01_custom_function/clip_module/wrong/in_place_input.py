# fails: y_default, y, two_at_once, float64, far_outside, made_inside
# en: Your forward clips x itself, so the caller's tensor is changed. A second module that gets the
#     same x then sees the clipped values. Look at the two rules in section 1.
# ja: 順伝播が x そのものを書き換えているので、呼び出し側のテンソルが変わってしまいます。
#     同じ x を別のモジュールでも使うと、範囲に収めた後の値が渡ってしまいます。
#     1 節の 2 つの約束を見直してください。
class Clip(nn.Module):
    def __init__(self, low=-1.0, high=1.0, leak=0.0):
        super().__init__()
        self.low, self.high, self.leak = low, high, leak

        class ClipFunction(Function):
            @staticmethod
            def forward(ctx, x):
                ctx.save_for_backward(x.clone())
                return x.clamp_(low, high)

            @staticmethod
            def backward(ctx, grad_out):
                (x,) = ctx.saved_tensors
                return torch.where((x >= low) & (x <= high), grad_out, leak * grad_out)

        self.function = ClipFunction

    def forward(self, x):
        return self.function.apply(x)

    def extra_repr(self):
        return f"low={self.low}, high={self.high}, leak={self.leak}"
