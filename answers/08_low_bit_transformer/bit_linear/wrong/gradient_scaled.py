# fails: ternary_grad, layer_grads
# en: Your gradient is multiplied by the scale. The scale counts in the forward pass already, on
#     both sides of the rounding.
# ja: 勾配にスケールを掛けています。
#     スケールは、順伝播で割り算と掛け算の両方に使ってあり、打ち消し合います。
class TernaryWeight(Function):
    @staticmethod
    def forward(ctx, weight):
        scale = ctx.scale = weight.abs().mean().clamp(min=1e-5)
        return torch.round(weight / scale).clamp(-1, 1) * scale

    @staticmethod
    def backward(ctx, grad_out):
        return grad_out * ctx.scale


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
        return F.linear(Int8Tokens.apply(x), TernaryWeight.apply(self.weight), self.bias)
