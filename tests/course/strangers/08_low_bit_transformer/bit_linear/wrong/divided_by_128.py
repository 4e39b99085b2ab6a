# mistake: 128 instead of 127
# named: division_by_128
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
        scale = x.abs().amax(-1, keepdim=True).clamp(min=1e-5) / 128
        return torch.round(x / scale) * scale

    @staticmethod
    def backward(ctx, grad_out):
        return grad_out


class BitLinear(nn.Linear):
    def forward(self, x):
        return F.linear(Int8Tokens.apply(x), TernaryWeight.apply(self.weight), self.bias)
