# fails: bounds, input_mask
# en: Your mask ends at 126. Which is the largest number of int8?
# ja: マスクが 126 で終わっています。int8 のいちばん大きな数は何でしょうか。
class Int8InFloatFunction(Function):
    @staticmethod
    def forward(ctx, input):
        ctx.save_for_backward(input)
        return torch.clamp(torch.round(input), -128, 127)

    @staticmethod
    def backward(ctx, grad_out):
        (input,) = ctx.saved_tensors
        return torch.where((input >= -128) & (input <= 126), grad_out, torch.zeros_like(grad_out))


int8_in_float = Int8InFloatFunction.apply
