# fails: weight_changed
# en: In eval mode your layer is an ordinary one. What was trained in few bits is also used in few
#     bits.
# ja: 評価モードでは、ふつうの全結合層になっています。
#     少ないビットで学習した層は、使うときも少ないビットで計算します。
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
        scale = x.abs().amax(-1, keepdim=True).clamp(min=1e-5) / 127
        return torch.round(x / scale).clamp(-127, 127) * scale

    @staticmethod
    def backward(ctx, grad_out):
        return grad_out


class BitLinear(nn.Linear):
    def forward(self, x):
        if not self.training:
            return super().forward(x)
        return F.linear(Int8Tokens.apply(x), TernaryWeight.apply(self.weight), self.bias)
