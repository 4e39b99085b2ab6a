# fails: grad, bounds, input_mask, two_calls, other_shape, transposed, scalar, empty, float64, infinite
# en: Your mask tests only whether u lies above the lower bound. At 200 the gradient still passes. A
#     range has two ends.
# ja: マスクが下の端しか調べていないので、200 でも勾配が通ります。範囲には端が 2 つあります。
class Int8InFloatFunction(Function):
    @staticmethod
    def forward(ctx, input):
        ctx.save_for_backward(input)
        return torch.clamp(torch.round(input), -128, 127)

    @staticmethod
    def backward(ctx, grad_out):
        (input,) = ctx.saved_tensors
        return grad_out * (input >= -128)


int8_in_float = Int8InFloatFunction.apply
