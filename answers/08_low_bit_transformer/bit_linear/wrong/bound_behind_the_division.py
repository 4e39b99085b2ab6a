# fails: bound, tiny
# en: Your bound of 1e-5 holds for max|x| / 127. It belongs to max|x|: tokens of small numbers lose
#     their digits.
# ja: 1e-5 より小さくしないのは max|x| で、127 で割った後の値ではありません。
#     このままでは、小さな数のトークンが粗くなります。
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
        scale = (x.abs().amax(-1, keepdim=True) / 127).clamp(min=1e-5)
        return torch.round(x / scale) * scale

    @staticmethod
    def backward(ctx, grad_out):
        return grad_out


class BitLinear(nn.Linear):
    def forward(self, x):
        return F.linear(Int8Tokens.apply(x), TernaryWeight.apply(self.weight), self.bias)
