def address(tensor):
    if tensor.dtype != torch.float32:
        raise TypeError(f"C reads float32, not {tensor.dtype}: call .float() first")
    if not tensor.is_cpu or not tensor.is_contiguous():
        raise ValueError("C reads contiguous memory of the CPU: call .cpu().contiguous() first")
    return tensor.data_ptr()


class QuantizeInC(Function):
    @staticmethod
    def forward(ctx, input, library):
        source = input.contiguous()  # so that a transposed tensor is welcome, too
        ctx.save_for_backward(source)
        ctx.library = library
        output = torch.empty_like(source)
        library.quantizeInt8InFloat(source.numel(), address(source), address(output))
        return output

    @staticmethod
    def backward(ctx, grad_out):
        (source,) = ctx.saved_tensors
        upstream = grad_out.contiguous()
        grad_in = torch.empty_like(source)
        ctx.library.quantizeInt8InFloatBackward(
            source.numel(), address(source), address(upstream), address(grad_in)
        )
        return grad_in, None
