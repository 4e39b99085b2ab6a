# fails: shape (values vary)
# en: For a tensor of 8 rows and 5 columns you hand C the number 8: you count rows, and most
#     elements are left out. The Python len of a tensor is not its number of elements.
# ja: 8 行 5 列のテンソルで、C に 8 を渡しています。
#     行数を数えているので、ほとんどの要素が処理されません。
#     テンソルの len は要素の個数ではありません。
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
