# fails: ternary, ternary_grad, layer, layer_bias, layer_grads, batch, weight_changed, bound, again, tiny, transposed
# en: The scale of the weights is their largest size. BitNet b1.58 takes the mean.
# ja: 重みのスケールに、絶対値の最大値を使っています。
#     BitNet b1.58 では平均を使います。
class TernaryWeight(Function):
    @staticmethod
    def forward(ctx, weight):
        scale = weight.abs().max().clamp(min=1e-5)
        return torch.round(weight / scale).clamp(-1, 1) * scale

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
