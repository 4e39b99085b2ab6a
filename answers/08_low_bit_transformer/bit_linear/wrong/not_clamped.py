# fails: ternary, ternary_grad, layer, layer_bias, layer_grads, batch, weight_changed, bound, again, tiny, transposed
# en: Large weights become 2, 3 or more times the scale: the clamp is missing.
# ja: 大きな重みが、スケールの 2 倍や 3 倍になっています。範囲に収めていません。
class TernaryWeight(Function):
    @staticmethod
    def forward(ctx, weight):
        scale = weight.abs().mean().clamp(min=1e-5)
        return torch.round(weight / scale) * scale

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
        return F.linear(Int8Tokens.apply(x), TernaryWeight.apply(self.weight), self.bias)
