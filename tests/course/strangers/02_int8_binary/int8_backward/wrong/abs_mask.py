# mistake: the mask is abs(input) <= 127, so -128 is cut
# named: range_from_minus_127
class Int8InFloatFunction(Function):
    @staticmethod
    def forward(ctx, input):
        ctx.save_for_backward(input)
        return torch.clamp(torch.round(input), -128, 127)

    @staticmethod
    def backward(ctx, grad_out):
        (input,) = ctx.saved_tensors
        return torch.where(input.abs() <= 127, grad_out, torch.zeros_like(grad_out))


int8_in_float = Int8InFloatFunction.apply
