# fails: y, grad, bounds, input_mask, ties, other_shape, transposed, scalar, empty, float64, infinite, nan, two_calls
# en: The call int8_in_float(u) gives no tensor, because your int8_in_float is the class itself.
#     Look at the last line of the blank as it was given, and at how the example Cube is used.
# ja: int8_in_float(u) を呼んでもテンソルが返りません。
#     int8_in_float が Function のクラスそのものになっているからです。
#     空欄の最後に書いてあった行と、例の Cube の使い方を見直してください。
class Int8InFloatFunction(Function):
    @staticmethod
    def forward(ctx, input):
        ctx.save_for_backward(input)
        return torch.clamp(torch.round(input), -128, 127)

    @staticmethod
    def backward(ctx, grad_out):
        (input,) = ctx.saved_tensors
        return torch.where((input >= -128) & (input <= 127), grad_out, torch.zeros_like(grad_out))


int8_in_float = Int8InFloatFunction
