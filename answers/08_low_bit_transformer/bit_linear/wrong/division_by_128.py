# fails: tokens, tokens_grad, layer, layer_bias, layer_grads, batch, weight_changed, zeros, bound, tiny, transposed
# en: The largest size is divided by 128. The codes of int8 are used up to 127.
# ja: 最大値を 128 で割っています。int8 のコードは 127 まで使います。
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
        return torch.round(x / scale).clamp(-128, 127) * scale

    @staticmethod
    def backward(ctx, grad_out):
        return grad_out


class BitLinear(nn.Linear):
    def forward(self, x):
        return F.linear(Int8Tokens.apply(x), TernaryWeight.apply(self.weight), self.bias)
