# fails: dtype
# en: Your address lets float64 pass, because it asks for any floating point. C reads 4 bytes for
#     each number: what does it make of numbers of 8?
# ja: 浮動小数点数かどうかしか調べていないので、float64 が通ってしまいます。
#     C は 1 つの数を 4 バイトとして読みます。8 バイトの数はどう読まれるでしょうか。
# c_function
def address(tensor):
    """Where the floats of a tensor begin, for C; refuses tensors that C would misread."""
    if not tensor.is_floating_point():
        raise TypeError("not a float tensor, use .float()")
    if tensor.device != torch.device("cpu"):
        raise ValueError("not on the CPU, use .cpu()")
    if not tensor.is_contiguous():
        raise ValueError("not contiguous, use .contiguous()")
    return tensor.data_ptr()


class QuantizeInC(Function):
    @staticmethod
    def forward(ctx, input, library):
        ctx.library = library
        ctx.save_for_backward(input)
        y = torch.empty_like(input)
        library.quantizeInt8InFloat(input.numel(), address(input), address(y))
        return y

    @staticmethod
    def backward(ctx, grad_out):
        x, = ctx.saved_tensors
        g = grad_out.contiguous()
        grad = torch.empty_like(x)
        ctx.library.quantizeInt8InFloatBackward(x.numel(), address(x), address(g), address(grad))
        return grad, None
