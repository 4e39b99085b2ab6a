# c_function: write address, forward and backward (about 15 lines)
def address(tensor):
    if tensor.dtype is not torch.float32:
        raise TypeError(f"float32 is needed, not {tensor.dtype}: call .float() first")
    if tensor.device != torch.device("cpu"):
        raise ValueError(f"the tensor is on {tensor.device}: call .cpu() first")
    if not tensor.is_contiguous():
        raise ValueError("the elements do not lie side by side: call .contiguous() first")
    return tensor.data_ptr()


class QuantizeInC(Function):
    @staticmethod
    def forward(ctx, input, library):
        source = address(input)
        result = torch.empty_like(input)
        library.quantizeInt8InFloat(input.numel(), source, address(result))
        ctx.save_for_backward(input)
        ctx.library = library
        return result

    @staticmethod
    def backward(ctx, grad_out):
        input = ctx.saved_tensors[0]
        upstream = grad_out.contiguous()
        result = torch.empty_like(input)
        ctx.library.quantizeInt8InFloatBackward(input.numel(), address(input), address(upstream), address(result))
        return result, None
