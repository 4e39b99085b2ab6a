from torch.autograd.function import once_differentiable


class Int8InFloatFunction(Function):
    @staticmethod
    def forward(ctx, input):
        rounded = torch.round(input)
        ctx.save_for_backward(torch.heaviside(input + 128, torch.ones_like(input)) * torch.heaviside(127 - input, torch.ones_like(input)))
        return torch.clip(rounded, min=-128, max=127)

    @staticmethod
    @once_differentiable
    def backward(ctx, grad_out):
        return torch.mul(*ctx.saved_tensors, grad_out)


int8_in_float = Int8InFloatFunction.apply
