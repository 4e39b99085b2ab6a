# fails: y, grad, bounds, input_mask, ties, other_shape, transposed, scalar, empty, float64, infinite, nan, two_calls
# en: Your backward returns two gradients, but forward has only one input besides ctx. PyTorch stops
#     with an error. Count what backward returns in the table of section 1.
# ja: backward が勾配を 2 つ返していますが、ctx のほかに forward の入力は 1 つしかないので、
#     PyTorch がエラーを出します。backward が何を返すのか、1 節の表を見直してください。
class Int8InFloatFunction(Function):
    @staticmethod
    def forward(ctx, input):
        ctx.save_for_backward(input)
        return torch.clamp(torch.round(input), -128, 127)

    @staticmethod
    def backward(ctx, grad_out):
        (input,) = ctx.saved_tensors
        grad = torch.where((input >= -128) & (input <= 127), grad_out, torch.zeros_like(grad_out))
        return grad, grad


int8_in_float = Int8InFloatFunction.apply
