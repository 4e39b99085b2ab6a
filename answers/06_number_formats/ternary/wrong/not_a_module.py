# fails: module
# en: Your Ternary computes the right values, but it is a plain class, and a network cannot hold it
#     as one of its layers. Look at what stood in the parentheses of the class.
# ja: 値は正しく計算できますが、Ternary がただのクラスなので、ネットワークの層として使えません。
#     クラスのかっこの中に何があったか、見直してください。
class TernaryFunction(Function):
    @staticmethod
    def forward(ctx, x, threshold):
        ctx.save_for_backward(x)
        return (x > threshold).to(x.dtype) - (x < -threshold).to(x.dtype)

    @staticmethod
    def backward(ctx, grad_out):
        (x,) = ctx.saved_tensors
        return torch.where(x.abs() <= 1, grad_out, torch.zeros_like(grad_out)), None


class Ternary:
    def __init__(self, threshold=0.5):
        if not 0 <= threshold < 1:
            raise ValueError(f"threshold must be a number with 0 <= threshold < 1, not {threshold!r}")
        self.threshold = threshold

    def __call__(self, x):
        return TernaryFunction.apply(x, self.threshold)
