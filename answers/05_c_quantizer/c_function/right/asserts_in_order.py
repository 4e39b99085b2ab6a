def address(tensor):
    problems = {TypeError: tensor.dtype != torch.float32, ValueError: tensor.device.type != "cpu" or not tensor.is_contiguous()}
    for kind, found in problems.items():
        if found:
            raise kind("a contiguous float32 tensor on the CPU is needed: call .float().cpu().contiguous()")
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
