# mistake: signs times the mean, no zeros
class TernaryWeight(Function):
    @staticmethod
    def forward(ctx, weight):
        return weight.sign() * weight.abs().mean().clamp(min=1e-5)

    @staticmethod
    def backward(ctx, grad_out):
        return grad_out


class Int8Tokens(Function):
    @staticmethod
    def forward(ctx, x):
        s = x.abs().max(dim=-1, keepdim=True)[0].clamp(min=1e-5) / 127
        return (x / s).round() * s

    @staticmethod
    def backward(ctx, grad_out):
        return grad_out


class BitLinear(nn.Linear):
    def forward(self, x):
        return F.linear(Int8Tokens.apply(x), TernaryWeight.apply(self.weight), self.bias)
