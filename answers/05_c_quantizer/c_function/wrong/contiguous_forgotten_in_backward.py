# fails: expanded
# en: After y.sum() your backward stops with an error: the upstream gradient stores a single number
#     for all elements, and address refuses it. What must happen to it first?
# ja: y.sum() の後で、backward がエラーになって止まります。
#     上流の勾配が 1 つの数を全要素で共有していて、address() が受け付けないからです。
#     先に何をしておくべきでしょうか。
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
        library.quantizeInt8InFloat(input.numel(), address(input), address(output))
        ctx.save_for_backward(input)
        ctx.library = library
        return output

    @staticmethod
    def backward(ctx, grad_out):
        (input,) = ctx.saved_tensors
        grad_in = torch.empty_like(input)
        ctx.library.quantizeInt8InFloatBackward(input.numel(), address(input), address(grad_out), address(grad_in))
        return grad_in, None
