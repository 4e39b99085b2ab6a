# fails: y, grad, bounds, input_mask, ties, two_calls, other_shape, transposed, scalar, empty, float64, infinite, nan
# en: Your gradient is the same number for all elements, because you add them all up. Each element
#     needs a gradient of its own. Look for the operation that makes one number of many.
# ja: 勾配を全部足しているので、すべての要素の勾配が同じ数になっています。
#     勾配は要素ごとに違うはずです。たくさんの数を 1 つにまとめている演算を探してください。
class Int8InFloatFunction(Function):
    @staticmethod
    def forward(ctx, input):
        ctx.save_for_backward(input)
        return torch.clamp(torch.round(input), -128, 127)

    @staticmethod
    def backward(ctx, grad_out):
        (input,) = ctx.saved_tensors
        inside = (input >= -128) & (input <= 127)
        return (grad_out * inside).sum() + 1 + torch.zeros_like(grad_out)


int8_in_float = Int8InFloatFunction.apply
