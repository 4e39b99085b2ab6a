class Int8InFloatFunction(Function):
    """Without @staticmethod: PyTorch looks both functions up on the class, so they work all the same."""

    def forward(ctx, input):
        ctx.save_for_backward(input)
        return torch.clamp(torch.round(input), -128, 127)

    def backward(ctx, grad_out):
        (input,) = ctx.saved_tensors
        outside = torch.gt(input, 127) + torch.lt(input, -128)
        return torch.where(outside, 0, grad_out)


int8_in_float = Int8InFloatFunction.apply
