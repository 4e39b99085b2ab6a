# fails: float64 (only in grading)
# en: A float64 weight comes back as float32, with half of its digits. Look for the place where you
#     convert it.
# ja: float64 の重みが float32 になって返り、桁が失われます。型を変えているところを探してください。
class PerChannelQuantization(Function):
    @staticmethod
    def forward(ctx, weight, b=4):
        others = tuple(range(1, weight.ndim))
        scale = 2 * weight.abs().amax(others, keepdim=True) / (2**b - 1)
        scale = torch.where(scale > 0, scale, 1.0)
        weight, scale = weight.float(), scale.float()
        return scale * torch.clamp(torch.round(weight / scale), -(2 ** (b - 1)), 2 ** (b - 1) - 1)

    @staticmethod
    def backward(ctx, grad_out):
        return grad_out, None


class PerChannelQuantizer(Quantizer):
    def forward(self, weight):
        return PerChannelQuantization.apply(weight, self.bit_width)
