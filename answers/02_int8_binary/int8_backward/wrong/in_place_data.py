# fails: y, grad, bounds, input_mask, ties, two_calls, other_shape, transposed, scalar, empty, float64, infinite, nan
# in class: no_mask
# en: Your forward rounds the caller's own tensor through .data, and autograd does not notice.
#     Afterwards every value lies in the range, so the mask stops nothing either. The forward was
#     given; compare yours with it.
# ja: 順伝播が .data を通して、呼び出し側のテンソルそのものを丸めています。
#     autograd はそれに気づきません。その後はどの値も範囲の中にあるので、マスクも何も止めません。
#     順伝播は与えられていたので、元の形と比べてください。
class Int8InFloatFunction(Function):
    @staticmethod
    def forward(ctx, input):
        input.data.round_().clamp_(-128, 127)
        ctx.save_for_backward(input)
        return input.clone()

    @staticmethod
    def backward(ctx, grad_out):
        (input,) = ctx.saved_tensors
        return torch.where((input >= -128) & (input <= 127), grad_out, torch.zeros_like(grad_out))


int8_in_float = Int8InFloatFunction.apply
