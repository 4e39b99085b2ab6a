# fails: grad, bounds, input_mask, other_shape, transposed, float64, two_calls, scalar, empty, infinite
# en: Your mask is right, but all gradients are 127 times too small, because you divide by the
#     largest value. What is the slope of the line that the staircase follows?
# ja: マスクは正しいのですが、最大値の 127 で割っているので、
#     勾配がすべて 127 分の 1 になっています。階段に沿った直線の傾きはいくつか、考えてください。
class Int8InFloatFunction(Function):
    @staticmethod
    def forward(ctx, input):
        ctx.save_for_backward(input)
        return torch.clamp(torch.round(input), -128, 127)

    @staticmethod
    def backward(ctx, grad_out):
        (input,) = ctx.saved_tensors
        return grad_out * ((input >= -128) & (input <= 127)) / 127


int8_in_float = Int8InFloatFunction.apply
