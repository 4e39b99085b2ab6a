# fails: y, grad, calls, shape, expanded, dtype, contiguous, device, two_calls, refused
# en: Your forward lets C write into the input itself: its values are lost, also for backward. Where
#     should the results go?
# ja: forward で、C が入力そのものに書き込んでいます。元の値が失われ、逆伝播でも使えません。
#     結果はどこに書くべきでしょうか。
def address(tensor):
    if tensor.dtype != torch.float32:
        raise TypeError("not float32")
    if not tensor.is_cpu or not tensor.is_contiguous():
        raise ValueError("not contiguous on the CPU")
    return tensor.data_ptr()


class QuantizeInC(Function):
    @staticmethod
    def forward(ctx, input, library):
        output = input
        library.quantizeInt8InFloat(input.numel(), address(input), address(output))
        ctx.save_for_backward(input)
        ctx.library = library
        return output

    @staticmethod
    def backward(ctx, grad_out):
        (input,) = ctx.saved_tensors
        grad_out = grad_out.contiguous()
        grad_in = torch.empty_like(input)
        ctx.library.quantizeInt8InFloatBackward(input.numel(), address(input), address(grad_out), address(grad_in))
        return grad_in, None
