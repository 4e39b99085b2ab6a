# mistake: float64 reaches C
# named: dtype_not_asked
def address(tensor):
    """Where the floats of a tensor begin, for C; refuses tensors that C would misread."""
    if tensor.device.type != "cpu" or not tensor.is_contiguous():
        raise ValueError("C reads floats that lie side by side in the CPU's memory: call .cpu().contiguous() first")
    return tensor.data_ptr()


class QuantizeInC(Function):
    @staticmethod
    def forward(ctx, input, library):
        output = torch.empty_like(input)
        library.quantizeInt8InFloat(input.numel(), address(input), address(output))
        ctx.save_for_backward(input)
        ctx.library = library
        return output

    @staticmethod
    def backward(ctx, grad_out):
        (input,) = ctx.saved_tensors
        grad_out = grad_out.contiguous()
        grad_in = torch.empty_like(input)
        n = input.numel()
        ctx.library.quantizeInt8InFloatBackward(n, address(input), address(grad_out), address(grad_in))
        return grad_in, None
