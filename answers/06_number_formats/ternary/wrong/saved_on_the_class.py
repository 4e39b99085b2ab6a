# fails: two_calls
# en: Your forward keeps x on the class, which all calls share. After a second call the first
#     backward masks with the wrong input. Section 1 says where such things belong.
# ja: 順伝播が x をクラスの属性に保存しています。
#     クラスはすべての呼び出しに共通なので、もう一度呼ばれると、
#     最初の逆伝播が別の入力でマスクを作ってしまいます。どこに保存するべきか、1 節を見直してください。
class TernaryFunction(Function):
    @staticmethod
    def forward(ctx, x, threshold):
        TernaryFunction.x = x
        return (x > threshold).to(x.dtype) - (x < -threshold).to(x.dtype)

    @staticmethod
    def backward(ctx, grad_out):
        x = TernaryFunction.x
        return torch.where(x.abs() <= 1, grad_out, torch.zeros_like(grad_out)), None


class Ternary(nn.Module):
    def __init__(self, threshold=0.5):
        super().__init__()
        if not 0 <= threshold < 1:
            raise ValueError(f"threshold must be a number with 0 <= threshold < 1, not {threshold!r}")
        self.threshold = threshold

    def forward(self, x):
        return TernaryFunction.apply(x, self.threshold)
