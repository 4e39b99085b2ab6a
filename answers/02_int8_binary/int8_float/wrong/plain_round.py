# fails: grad_frac0, grad_frac3, grad_frac5, scaled_bounds, transposed, float64, scalar, empty, infinite
# en: Your forward rounds and clamps by itself. The values are right, but the gradient is 0
#     everywhere, because autograd sees the plain staircase. Look at which function the task asks
#     you to call.
# ja: forward が、自分で丸めて範囲に収めています。
#     値は正しいのですが、autograd にはただの階段に見えるので、勾配がどこでも 0 になります。
#     どの関数を呼ぶのか、課題を見直してください。
class Int8Float(nn.Module):
    def __init__(self, frac=0):
        super().__init__()
        if not isinstance(frac, int) or not 0 <= frac <= 7:
            raise ValueError(frac)
        self.frac = frac

    def forward(self, x):
        return torch.clamp(torch.round(x * 2**self.frac), -128, 127) * 2**-self.frac

    def extra_repr(self):
        return f"frac={self.frac}"
