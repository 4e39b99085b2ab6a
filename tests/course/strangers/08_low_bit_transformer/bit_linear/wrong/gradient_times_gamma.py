# mistake: the gradient of the weight is multiplied by the scale
# named: gradient_scaled
class TernaryWeight(Function):
    @staticmethod
    def forward(ctx, weight):
        scale = weight.abs().mean().clamp(min=1e-5)
        ctx.scale = scale
        return torch.round(weight / scale).clamp(-1, 1) * scale

    @staticmethod
    def backward(ctx, grad_out):
        return grad_out * ctx.scale


class Int8Tokens(Function):
    @staticmethod
    def forward(ctx, x):
        scale = x.abs().amax(-1, keepdim=True).clamp(min=1e-5) / 127
        return torch.round(x / scale) * scale

    @staticmethod
    def backward(ctx, grad_out):
        return grad_out


class BitLinear(nn.Linear):
    def forward(self, x):
        return F.linear(Int8Tokens.apply(x), TernaryWeight.apply(self.weight), self.bias)
