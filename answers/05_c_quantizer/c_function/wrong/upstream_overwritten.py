# fails: grad, shape, two_calls, calls
# en: C writes your gradient into grad_out itself. Other branches of the graph may still need that
#     tensor: give C memory of its own to write into.
# ja: C が勾配を grad_out そのものに書き込んでいます。
#     このテンソルは、グラフの別の枝でまだ使われるかもしれません。
#     書き込む先のメモリを別に用意してください。
def address(tensor):
    """Where the floats of a tensor begin, for C; refuses tensors that C would misread."""
    if tensor.dtype != torch.float32:
        raise TypeError(f"C needs float32, not {tensor.dtype}: use tensor.float()")
    if tensor.device.type != "cpu":
        raise ValueError("C needs a tensor on the CPU: use tensor.cpu()")
    if not tensor.is_contiguous():
        raise ValueError("C needs a contiguous tensor: use tensor.contiguous()")
    return tensor.data_ptr()


class QuantizeInC(Function):
    @staticmethod
    def forward(ctx, input, library):
        ctx.save_for_backward(input)
        ctx.library = library
        output = torch.empty_like(input)
        library.quantizeInt8InFloat(input.numel(), address(input), address(output))
        return output

    @staticmethod
    def backward(ctx, grad_out):
        (input,) = ctx.saved_tensors
        grad = grad_out.contiguous()  # grad_in may be the same array as grad_out
        ctx.library.quantizeInt8InFloatBackward(input.numel(), address(input), address(grad), address(grad))
        return grad, None
