# fails: zeros, bound
# en: A token or a matrix of zeros has the scale 0 here, and 0 / 0 is NaN.
# ja: すべて 0 のトークンや行列でスケールが 0 になり、0 / 0 で NaN になっています。
class TernaryWeight(Function):
    @staticmethod
    def forward(ctx, weight):
        scale = weight.abs().mean()
        return torch.round(weight / scale).clamp(-1, 1) * scale

    @staticmethod
    def backward(ctx, grad_out):
        return grad_out


class Int8Tokens(Function):
    @staticmethod
    def forward(ctx, x):
        scale = x.abs().amax(-1, keepdim=True) / 127
        return torch.round(x / scale).clamp(-127, 127) * scale

    @staticmethod
    def backward(ctx, grad_out):
        return grad_out


class BitLinear(nn.Linear):
    def forward(self, x):
        return F.linear(Int8Tokens.apply(x), TernaryWeight.apply(self.weight), self.bias)
