# fails: ternary, ternary_grad, layer, layer_bias, layer_grads, batch, weight_changed, bound, again, tiny, transposed
# en: Your weights are -1, 0 and 1: the multiplication by the scale is missing.
# ja: 重みが -1、0、1 のままです。スケールを掛けて元の大きさに戻していません。
class TernaryWeight(Function):
    @staticmethod
    def forward(ctx, weight):
        scale = weight.abs().mean().clamp(min=1e-5)
        return torch.round(weight / scale).clamp(-1, 1)

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
