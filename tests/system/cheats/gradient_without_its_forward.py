# assignment: 03_uniform_quantization
# family: doing nothing
# deserved: 0
# what: One is added, or numbers are cut to [-1, 1]: the gradient is right, the forward is not.
# often: yes

# %% blank ste
class Quantization(Function):
    @staticmethod
    def forward(ctx, x, b=4):
        return x + 1

    @staticmethod
    def backward(ctx, grad_out):
        return grad_out, None


class Quantizer(nn.Module):
    def __init__(self, bit_width=4):
        super().__init__()

    def forward(self, x):
        return x.clamp(-1, 1)
# %% blank per_channel
class PerChannelQuantization(Function):
    @staticmethod
    def forward(ctx, weight, b=4):
        return torch.sign(weight)

    @staticmethod
    def backward(ctx, grad_out):
        return grad_out, None
