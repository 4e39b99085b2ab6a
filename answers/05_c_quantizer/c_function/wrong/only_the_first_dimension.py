# fails: shape
# en: You hand C the size of the first dimension as the number of elements, so of a matrix only a
#     part is computed. How many numbers does a tensor hold?
# ja: 要素の数として最初の次元の大きさを渡しているので、行列では一部しか計算されません。
#     テンソルには全部でいくつの数が入っているでしょうか。
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
        output = torch.empty_like(input)
        library.quantizeInt8InFloat(len(input), address(input), address(output))
        ctx.save_for_backward(input)
        ctx.library = library
        return output

    @staticmethod
    def backward(ctx, grad_out):
        (input,) = ctx.saved_tensors
        grad_out = grad_out.contiguous()
        grad_in = torch.empty_like(input)
        ctx.library.quantizeInt8InFloatBackward(len(input), address(input), address(grad_out), address(grad_in))
        return grad_in, None
