# fails: bounds
# en: Exactly at -128 and at 127 your gradient is 0. Everywhere else it is right. Look at what
#     section 2 says about the bounds.
# ja: ちょうど -128 と 127 のところで、勾配が 0 になっています。ほかはすべて合っています。
#     2 節で、両端の値について読み直してください。
class Int8InFloatFunction(Function):
    @staticmethod
    def forward(ctx, input):
        ctx.save_for_backward(input)
        return torch.clamp(torch.round(input), -128, 127)

    @staticmethod
    def backward(ctx, grad_out):
        (input,) = ctx.saved_tensors
        return torch.where((input > -128) & (input < 127), grad_out, torch.zeros_like(grad_out))


int8_in_float = Int8InFloatFunction.apply
