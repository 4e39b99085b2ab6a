# fails: grad_default, grad_low, grad_transposed, grad_float64, scalar, two_calls, empty, infinite
# en: Your backward lets the gradient pass at the points that the check shows, and nowhere else.
#     Write down the rule of section 3 instead; then it holds for any number.
# ja: backward が、チェックに出てくる点だけで勾配を通し、ほかの点では止めています。
#     点を覚えるのではなく、3 節の規則を書いてください。そうすれば、どんな数でも働きます。
from labkit.checks import Check

public = Check("ternary", 0)
known = torch.cat([public.points(around=(-1, -t, t, 1)) for t in (0.5,)] + [torch.tensor([-1.0, 1.0, 0.0, -0.99, 0.99])])
class TernaryFunction(Function):
    @staticmethod
    def forward(ctx, x, threshold):
        ctx.save_for_backward(x)
        return (x > threshold).to(x.dtype) - (x < -threshold).to(x.dtype)

    @staticmethod
    def backward(ctx, grad_out):
        (x,) = ctx.saved_tensors
        learned = torch.isin(x, known.to(x.dtype)) & (x.abs() <= 1)
        return torch.where(learned, grad_out, torch.zeros_like(grad_out)), None


class Ternary(nn.Module):
    def __init__(self, threshold=0.5):
        super().__init__()
        if not 0 <= threshold < 1:
            raise ValueError(f"threshold must be a number with 0 <= threshold < 1, not {threshold!r}")
        self.threshold = threshold

    def forward(self, x):
        return TernaryFunction.apply(x, self.threshold)
