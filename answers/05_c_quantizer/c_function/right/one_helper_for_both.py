def address(tensor):
    if tensor.dtype != torch.float32:
        raise TypeError("not float32")
    if not tensor.is_cpu or not tensor.is_contiguous():
        raise ValueError("not contiguous on the CPU")
    return tensor.data_ptr()


def filled(function, *tensors):
    result = torch.empty_like(tensors[0])
    function(result.numel(), *map(address, tensors), address(result))
    return result


class QuantizeInC(Function):
    @staticmethod
    def forward(ctx, input, library):
        ctx.save_for_backward(input)
        ctx.library = library
        return filled(library.quantizeInt8InFloat, input)

    @staticmethod
    def backward(ctx, grad_out):
        grad_out = grad_out.contiguous()
        return filled(ctx.library.quantizeInt8InFloatBackward, *ctx.saved_tensors, grad_out), None
