# fails: dtype, contiguous, device, refused
# en: Your address gives away the address of any tensor: with another dtype or layout C reads
#     garbage, and on another device it crashes. Go through the table of section 3.
# ja: address() がどんなテンソルのアドレスも渡しています。
#     dtype や並びが違うと C がでたらめな値を読み、CPU になければクラッシュします。
#     3 節の表を順に確かめてください。
def address(tensor):
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
