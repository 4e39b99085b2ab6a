# fails: ternary, ternary_grad, layer, layer_bias, layer_grads, batch, weight_changed, zeros, bound, again, tiny, transposed
# en: Your weights have two values only. Those near 0 should become 0.
# ja: 重みの値が 2 つしかありません。0 に近いものは 0 になるはずです。
class TernaryWeight(Function):
    @staticmethod
    def forward(ctx, weight):
        scale = weight.abs().mean().clamp(min=1e-5)
        return torch.where(weight >= 0, scale, -scale)

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
