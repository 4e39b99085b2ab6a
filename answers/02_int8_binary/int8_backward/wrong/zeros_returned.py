# fails: y, grad, bounds, input_mask, ties, two_calls, other_shape, transposed, scalar, empty, float64, infinite, nan
# en: Your gradient is 0 everywhere. That is the true derivative of the staircase, and nothing
#     learns with it. Look at the stand-in that section 2 takes for it.
# ja: 勾配がどこでも 0 です。階段の本当の導関数ではありますが、それでは何も学習できません。
#     2 節でその代わりに何を使うのか、見直してください。
class Int8InFloatFunction(Function):
    @staticmethod
    def forward(ctx, input):
        return torch.clamp(torch.round(input), -128, 127)

    @staticmethod
    def backward(ctx, grad_out):
        return torch.zeros_like(grad_out)


int8_in_float = Int8InFloatFunction.apply
