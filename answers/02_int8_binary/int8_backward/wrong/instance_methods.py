# fails: y, grad, bounds, input_mask, ties, other_shape, transposed, scalar, empty, float64, infinite, nan, two_calls
# en: Your forward and backward have a self, and nobody passes one: PyTorch says that an argument is
#     missing. Compare the line above each method with the example Cube.
# ja: forward と backward に self がありますが、渡す人がいないので、
#     引数が足りないというエラーになります。
#     それぞれのメソッドのすぐ上の行を、例の Cube と比べてください。
class Int8InFloatFunction(Function):
    def forward(self, ctx, input):
        ctx.save_for_backward(input)
        return torch.clamp(torch.round(input), -128, 127)

    def backward(self, ctx, grad_out):
        (input,) = ctx.saved_tensors
        return torch.where((input >= -128) & (input <= 127), grad_out, torch.zeros_like(grad_out))


int8_in_float = Int8InFloatFunction.apply
