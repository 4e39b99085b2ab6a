# fails: weight_changed
# en: BitLinear rounds its weight in the first forward pass only. When an optimizer changes the
#     weight, the layer goes on with the old one.
# ja: BitLinear が重みを丸めるのは、最初の順伝播のときだけです。
#     オプティマイザが重みを変えても、層は古い重みのまま計算します。
class TernaryWeight(Function):
    @staticmethod
    def forward(ctx, weight):
        scale = weight.abs().mean().clamp(min=1e-5)
        return torch.round(weight / scale).clamp(-1, 1) * scale

    @staticmethod
    def backward(ctx, grad_out):
        return grad_out


class Int8Tokens(Function):
    @staticmethod
    def forward(ctx, x):
        scale = x.abs().amax(-1, keepdim=True).clamp(min=1e-5) / 127
        return torch.round(x / scale).clamp(-127, 127) * scale

    @staticmethod
    def backward(ctx, grad_out):
        return grad_out


class BitLinear(nn.Linear):
    def forward(self, x):
        if not hasattr(self, "rounded"):
            self.rounded = TernaryWeight.apply(self.weight)
        return F.linear(Int8Tokens.apply(x), self.rounded, self.bias)
