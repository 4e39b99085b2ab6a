# fails: y, grad, bounds, input_mask, ties, other_shape, transposed, scalar, empty, float64, infinite, nan, two_calls
# en: Your backward uses the name inputs, which exists nowhere, and stops with a NameError. What the
#     forward has put aside must first be brought back from ctx.
# ja: backward で使っている inputs という名前はどこにもないので、NameError になります。
#     順伝播が保存したものは、まず ctx から取り出す必要があります。
class Int8InFloatFunction(Function):
    @staticmethod
    def forward(ctx, input):
        ctx.save_for_backward(input)
        return torch.clamp(torch.round(input), -128, 127)

    @staticmethod
    def backward(ctx, grad_out):
        return torch.where((inputs >= -128) & (inputs <= 127), grad_out, torch.zeros_like(grad_out))


int8_in_float = Int8InFloatFunction.apply
