# mistake: the gradient passes outside the range only
# named: passes_outside_only
class Int8InFloatFunction(Function):
    @staticmethod
    def forward(ctx, input):
        ctx.save_for_backward(input)
        return torch.clamp(torch.round(input), -128, 127)

    @staticmethod
    def backward(ctx, grad_out):
        (input,) = ctx.saved_tensors
        return torch.where((input >= -128) & (input <= 127), torch.zeros_like(grad_out), grad_out)


int8_in_float = Int8InFloatFunction.apply
