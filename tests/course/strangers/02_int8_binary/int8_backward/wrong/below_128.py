# mistake: the upper bound is taken as 128
# named: range_up_to_128
class Int8InFloatFunction(Function):
    @staticmethod
    def forward(ctx, input):
        ctx.save_for_backward(input)
        return torch.clamp(torch.round(input), -128, 127)

    @staticmethod
    def backward(ctx, grad_out):
        (input,) = ctx.saved_tensors
        return torch.where((input >= -128) & (input <= 128), grad_out, torch.zeros_like(grad_out))


int8_in_float = Int8InFloatFunction.apply
