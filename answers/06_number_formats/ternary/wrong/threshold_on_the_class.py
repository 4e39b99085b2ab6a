# fails: many_modules
# en: You keep the threshold on the class, which all modules share. The module that is made last
#     decides for the others, too. Where does the setting of one module belong?
# ja: しきい値をクラスの属性に保存しています。
#     これはすべてのモジュールに共通なので、最後に作ったモジュールのしきい値が、
#     ほかのモジュールにも効いてしまいます。1 つのモジュールの設定は、どこに保存するべきでしょうか。
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
        if not 0 <= threshold < 1:
            raise ValueError(f"threshold must be a number with 0 <= threshold < 1, not {threshold!r}")
        Ternary.threshold = threshold

    def forward(self, x):
        return TernaryFunction.apply(x, self.threshold)
