# fails: y, calls, shape, refused, two_calls, dtype, contiguous, device
# en: Your forward computes in Python: C is never called, and address refuses nothing there. Who
#     should do the work?
# ja: forward が Python で計算していて、C が呼ばれていません。
#     そのため、address() の検査も行われません。計算するのは誰でしょうか。
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
        output = torch.clamp(torch.round(input), -128, 127)
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
