# fails: y, grad, bounds, input_mask, ties, other_shape, transposed, scalar, empty, float64, infinite, nan, two_calls
# en: Your forward rounds and clamps the input itself, and PyTorch refuses that for a tensor that is
#     being trained. The original values, which the mask needs, would be lost. Look at the two rules
#     in section 1.
# ja: 順伝播が入力そのものを丸めて範囲に収めているので、
#     学習中のテンソルでは PyTorch がエラーを出します。マスクに必要な元の値も失われてしまいます。
#     1 節の 2 つの約束を見直してください。
class Int8InFloatFunction(Function):
    @staticmethod
    def forward(ctx, input):
        input.round_().clamp_(-128, 127)
        ctx.save_for_backward(input)
        ctx.mark_dirty(input)
        return input

    @staticmethod
    def backward(ctx, grad_out):
        (input,) = ctx.saved_tensors
        return torch.where((input >= -128) & (input <= 127), grad_out, torch.zeros_like(grad_out))


int8_in_float = Int8InFloatFunction.apply
