# fails: ternary, ternary_grad, layer, layer_bias, layer_grads, batch, weight_changed, bound, again, tiny, transposed
# en: The mean of the weights is near 0, because their signs cancel. Which mean does the name
#     absmean ask for?
# ja: 重みをそのまま平均すると、正負が打ち消し合って 0 に近くなります。
#     absmean とは、何の平均でしょうか。
class TernaryWeight(Function):
    @staticmethod
    def forward(ctx, weight):
        scale = weight.mean().abs().clamp(min=1e-5)
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
