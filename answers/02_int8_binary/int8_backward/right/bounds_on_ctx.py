class Int8InFloatFunction(Function):
    @staticmethod
    def forward(ctx, input, low=-128, high=127):
        ctx.bounds = low, high
        ctx.save_for_backward(input)
        return torch.clamp(torch.round(input), low, high)

    @staticmethod
    def backward(ctx, grad_out):
        (input,), (low, high) = ctx.saved_tensors, ctx.bounds
        return torch.where(input.ge(low).logical_and(input.le(high)), grad_out, grad_out.new_zeros(())), None, None


def int8_in_float(input):
    return Int8InFloatFunction.apply(input, -128, 127)
