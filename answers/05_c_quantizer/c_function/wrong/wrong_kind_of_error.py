# fails: dtype
# en: Your address refuses a wrong dtype, but with the wrong kind of exception. Read again which one
#     the task asks for.
# ja: address() は違う dtype を受け付けませんが、例外の種類が違います。
#     課題がどれを求めているか、読み直してください。
def address(tensor):
    if tensor.dtype != torch.float32:
        raise ValueError("not float32")
    if not tensor.is_cpu or not tensor.is_contiguous():
        raise ValueError("not contiguous on the CPU")
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
        ctx.library.quantizeInt8InFloatBackward(input.numel(), address(input), address(grad_out), address(grad_in))
        return grad_in, None
