# mistake: the gradient of v passes outside the range
# named: no_mask
class LearnedStep(Function):
    @staticmethod
    def forward(ctx, v, step, quant_min, quant_max):
        ctx.save_for_backward(v, step)
        ctx.quant_min, ctx.quant_max = quant_min, quant_max
        return step * torch.round(torch.clamp(v / step, quant_min, quant_max))

    @staticmethod
    def backward(ctx, grad_out):
        v, step = ctx.saved_tensors
        u = v / step
        inside = (u > ctx.quant_min) & (u < ctx.quant_max)
        slope = torch.where(inside, torch.round(u) - u, u.clamp(ctx.quant_min, ctx.quant_max))
        return grad_out, (grad_out * slope).sum_to_size(step.shape), None, None


class LearnedStepQuantizer(nn.Module):
    def __init__(self, bit_width=4, signed=True, step_shape=()):
        super().__init__()
        self.quant_min = -(2 ** (bit_width - 1)) if signed else 0
        self.quant_max = 2 ** (bit_width - signed) - 1
        self.step = nn.Parameter(torch.zeros(step_shape))  # 0: has not seen any data

    def forward(self, x):
        if not self.step.any():
            mean = x.detach().abs().sum_to_size(self.step.shape) * self.step.numel() / x.numel()
            self.step.data = (2 * mean / self.quant_max**0.5).clamp(min=1e-6)
        gain = (x[0].numel() * self.quant_max) ** -0.5
        step = self.step.abs().clamp(min=1e-6)
        step = step * gain + (step * (1 - gain)).detach()  # the same step, its gradient times gain
        return LearnedStep.apply(x, step, self.quant_min, self.quant_max)

    def extra_repr(self):
        return f"quant_min={self.quant_min}, quant_max={self.quant_max}, steps={self.step.numel()}"


def learned_steps(network, bit_width):
    """Learned steps in a QuantizedNet: one for each output channel of a weight, one for each layer's input."""

    def for_weight(name, layer):
        return LearnedStepQuantizer(bit_width, step_shape=(len(layer.weight), *[1] * (layer.weight.ndim - 1)))

    def for_input(name, layer):
        return LearnedStepQuantizer(bit_width, signed=name == "conv1")  # after ReLU nothing is negative

    return replace_quantizers(network, weight=for_weight, input=for_input)
