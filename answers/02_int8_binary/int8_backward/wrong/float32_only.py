# fails: float64 (only in grading)
# en: Your code turns the output into float32 and refuses every other dtype. With float64 there is
#     an error instead of a gradient. The rule itself asks for no dtype.
# ja: 出力を float32 に変換し、ほかの dtype をエラーにしています。
#     そのため、float64 では勾配が得られません。規則の中に、dtype の条件はありません。
class Int8InFloatFunction(Function):
    @staticmethod
    def forward(ctx, input):
        ctx.save_for_backward(input)
        return torch.clamp(torch.round(input), -128, 127).float()

    @staticmethod
    def backward(ctx, grad_out):
        (input,) = ctx.saved_tensors
        if input.dtype != torch.float32:
            raise TypeError("only float32 is supported")
        return torch.where((input >= -128) & (input <= 127), grad_out, torch.zeros_like(grad_out))


int8_in_float = Int8InFloatFunction.apply
