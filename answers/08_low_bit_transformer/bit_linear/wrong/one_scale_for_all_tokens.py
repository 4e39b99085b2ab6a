# fails: tokens, tokens_grad, layer, layer_bias, layer_grads, batch, weight_changed, zeros, bound, tiny, transposed
# en: All tokens share one scale. One loud token then leaves few codes to the quiet ones.
# ja: すべてのトークンが 1 つのスケールを使っています。
#     大きなトークンが 1 つあると、小さなトークンに使えるコードが少なくなります。
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
        scale = x.abs().amax().clamp(min=1e-5) / 127
        return torch.round(x / scale).clamp(-127, 127) * scale

    @staticmethod
    def backward(ctx, grad_out):
        return grad_out


class BitLinear(nn.Linear):
    def forward(self, x):
        return F.linear(Int8Tokens.apply(x), TernaryWeight.apply(self.weight), self.bias)
