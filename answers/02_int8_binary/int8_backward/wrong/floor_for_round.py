# fails: y, ties, other_shape, transposed, scalar, float64, nan
# en: Your forward cuts off downwards instead of rounding: 0.7 becomes 0, and -0.5 becomes -1. The
#     forward was given; compare yours with it.
# ja: 順伝播が、丸める代わりに小さいほうへ切り下げています。0.7 が 0 に、-0.5 が -1 になります。
#     順伝播は与えられていたので、元の形と比べてください。
class Int8InFloatFunction(Function):
    @staticmethod
    def forward(ctx, input):
        ctx.save_for_backward(input)
        return torch.clamp(torch.floor(input), -128, 127)

    @staticmethod
    def backward(ctx, grad_out):
        (input,) = ctx.saved_tensors
        return torch.where((input >= -128) & (input <= 127), grad_out, torch.zeros_like(grad_out))


int8_in_float = Int8InFloatFunction.apply
