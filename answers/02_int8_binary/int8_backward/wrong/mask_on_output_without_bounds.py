# fails: bounds, input_mask
# The mask looks at the output and takes whatever equals a bound as clamped.
class Int8InFloatFunction(Function):
    @staticmethod
    def forward(ctx, input):
        output = torch.clamp(torch.round(input), -128, 127)
        ctx.save_for_backward(output)
        return output

    @staticmethod
    def backward(ctx, grad_out):
        (output,) = ctx.saved_tensors
        return grad_out * ((output > -128) & (output < 127))


int8_in_float = Int8InFloatFunction.apply
