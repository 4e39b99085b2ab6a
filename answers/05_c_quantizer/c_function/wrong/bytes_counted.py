# fails: y, grad, calls, shape, expanded, dtype, contiguous, device, two_calls, refused (values vary)
# en: You hand C a number four times too large: it counts in floats, not in bytes, and would run far
#     past the end.
# ja: C に渡す個数が 4 倍になっています。
#     C はバイト数ではなく float の個数で数えるので、配列の後ろまで大きくはみ出します。
def address(tensor):
    if tensor.dtype != torch.float32:
        raise TypeError("not float32")
    if not tensor.is_cpu or not tensor.is_contiguous():
        raise ValueError("not contiguous on the CPU")
    return tensor.data_ptr()


class QuantizeInC(Function):
    @staticmethod
    def forward(ctx, input, library):
        output = torch.empty_like(input)
        library.quantizeInt8InFloat(4 * input.numel(), address(input), address(output))
        ctx.save_for_backward(input)
        ctx.library = library
        return output

    @staticmethod
    def backward(ctx, grad_out):
        (input,) = ctx.saved_tensors
        grad_out = grad_out.contiguous()
        grad_in = torch.empty_like(input)
        ctx.library.quantizeInt8InFloatBackward(4 * input.numel(), address(input), address(grad_out), address(grad_in))
        return grad_in, None
