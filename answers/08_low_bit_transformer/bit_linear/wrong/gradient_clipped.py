# fails: ternary_grad, layer_grads
# en: Your gradient stops where a weight is larger than the scale. BitNet b1.58 lets it pass
#     everywhere.
# ja: 重みがスケールより大きいところで、勾配を止めています。
#     BitNet b1.58 では、どこでも通します。
class TernaryWeight(Function):
    @staticmethod
    def forward(ctx, weight):
        ctx.save_for_backward(weight)
        scale = weight.abs().mean().clamp(min=1e-5)
        return torch.round(weight / scale).clamp(-1, 1) * scale

    @staticmethod
    def backward(ctx, grad_out):
        (weight,) = ctx.saved_tensors
        return grad_out * (weight.abs() <= weight.abs().mean())


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
