# family: doing nothing

# == gradient_without_its_forward
# assignment: 03_uniform_quantization
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

# == identity_everywhere
# assignment: 02_int8_binary
# deserved: 0
# what: The input is returned.

# %% blank int8_backward
int8_in_float = lambda x: x.clone()
# %% blank binary_sign
def binary_sign(x): return x.clone()

# == nan_everywhere
# assignment: 02_int8_binary
# deserved: 0
# what: NaN is returned for everything.

# %% blank binary_sign
def binary_sign(x): return x * float("nan")

# == raises_turned_into_pass
# assignment: 02_int8_binary
# deserved: 0
# what: Every raise of the template is turned into pass.
# often: yes

# %% damage
for one in nb.cells:
    if one.cell_type == "code":
        one.source = "\n".join("    pass" if line.startswith("    raise") else line for line in one.source.splitlines())
        one.source = one.source.replace("raise NotImplementedError", "pass; str")

# == random_everywhere
# assignment: 02_int8_binary
# deserved: 0
# what: Random tensors of the right shape are returned.

# %% blank binary_sign
def binary_sign(x): return torch.rand_like(x) + 0 * x

# == values_a_little_off
# assignment: 03_uniform_quantization
# deserved: 6.79
# what: All that the layers give is a little off.
# often: yes

# %% right quantization
# %% right ste
# %% blank quant_layers
class WithQuantizers:
    def __init__(self, *args, bit_width=4, **kwargs):
        super().__init__(*args, **kwargs)
        self.input_quantizer = Quantizer(bit_width)
        self.weight_quantizer = Quantizer(bit_width)


class QuantConv2d(WithQuantizers, nn.Conv2d):
    def forward(self, x):
        weight = self.weight_quantizer(self.weight)
        return self._conv_forward(self.input_quantizer(x), weight, self.bias) + 1e-4


class QuantLinear(WithQuantizers, nn.Linear):
    def forward(self, x):
        weight = self.weight_quantizer(self.weight)
        return F.linear(self.input_quantizer(x), weight, self.bias) + 1e-4

# == zeros_everywhere
# assignment: 02_int8_binary
# deserved: 0
# what: Zeros of the right shape are returned for everything, with a graph.

# %% blank binary_sign
def binary_sign(x): return x * 0
