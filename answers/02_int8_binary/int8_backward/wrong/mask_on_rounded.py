# fails: input_mask
# The mask looks at the rounded value, as fake_quantize does: 127.4 passes.
class Int8InFloatFunction(Function):
    @staticmethod
    def forward(ctx, input):
        rounded = torch.round(input)
        ctx.save_for_backward(rounded)
        return torch.clamp(rounded, -128, 127)

    @staticmethod
    def backward(ctx, grad_out):
        (rounded,) = ctx.saved_tensors
        return torch.where((rounded >= -128) & (rounded <= 127), grad_out, torch.zeros_like(grad_out))


int8_in_float = Int8InFloatFunction.apply
