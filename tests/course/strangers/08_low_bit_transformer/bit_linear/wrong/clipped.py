# mistake: the gradient stops beyond the scale
# named: gradient_clipped
class TernaryWeight(Function):
    @staticmethod
    def forward(ctx, weight):
        s = weight.abs().mean().clamp(min=1e-5)
        ctx.save_for_backward((weight / s).abs() <= 1)
        return (weight / s).round().clamp(-1, 1) * s

    @staticmethod
    def backward(ctx, grad_out):
        (inside,) = ctx.saved_tensors
        return grad_out * inside


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
