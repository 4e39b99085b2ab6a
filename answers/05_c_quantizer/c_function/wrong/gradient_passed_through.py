# fails: grad, calls, shape, expanded, two_calls
# en: Your backward hands on the upstream gradient as it is: the second C function is never called.
#     Look at what the task says about backward.
# ja: backward が上流の勾配をそのまま返していて、2 つ目の C の関数が呼ばれていません。
#     課題の backward の説明を読み直してください。
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
        return grad_out, None
