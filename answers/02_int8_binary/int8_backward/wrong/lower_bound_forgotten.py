# fails: grad, bounds, input_mask, two_calls, other_shape, transposed, scalar, float64, infinite, empty
# en: Your mask asks for the upper bound only. What happens to -1000?
# ja: マスクが上限しか調べていません。-1000 ではどうなるでしょうか。
class Int8InFloatFunction(Function):
    @staticmethod
    def forward(ctx, input):
        ctx.save_for_backward(input)
        return torch.clamp(torch.round(input), -128, 127)

    @staticmethod
    def backward(ctx, grad_out):
        (input,) = ctx.saved_tensors
        return torch.where((input <= 127), grad_out, torch.zeros_like(grad_out))


int8_in_float = Int8InFloatFunction.apply
