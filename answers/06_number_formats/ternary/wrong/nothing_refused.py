# fails: refused
# en: Your __init__ accepts every threshold, also -0.1, 2 and NaN. Section 3 says which ones make
#     sense, and the task says what happens to the others.
# ja: __init__ が、-0.1、2、NaN も含めて、どんなしきい値でも受け付けています。
#     意味のあるしきい値は 3 節に、それ以外をどうするかは課題に書いてあります。
class TernaryFunction(Function):
    @staticmethod
    def forward(ctx, x, threshold):
        ctx.save_for_backward(x)
        return (x > threshold).to(x.dtype) - (x < -threshold).to(x.dtype)

    @staticmethod
    def backward(ctx, grad_out):
        (x,) = ctx.saved_tensors
        return torch.where(x.abs() <= 1, grad_out, torch.zeros_like(grad_out)), None


class Ternary(nn.Module):
    def __init__(self, threshold=0.5):
        super().__init__()
        self.threshold = threshold

    def forward(self, x):
        return TernaryFunction.apply(x, self.threshold)
