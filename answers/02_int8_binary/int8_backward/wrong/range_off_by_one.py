# fails: y, input_mask, ties, other_shape, transposed, scalar, float64, infinite, nan
# en: Your range ends at 128, in the forward and in the mask, so 127.4 lets the gradient pass and
#     200 becomes 128. How many numbers do 8 bits hold?
# ja: 順伝播でもマスクでも、範囲が 128 までになっています。
#     127.4 で勾配が通り、200 は 128 になってしまいます。8 ビットで表せる数はいくつあるでしょうか。
class Int8InFloatFunction(Function):
    @staticmethod
    def forward(ctx, input):
        ctx.save_for_backward(input)
        return torch.clamp(torch.round(input), -128, 128)

    @staticmethod
    def backward(ctx, grad_out):
        (input,) = ctx.saved_tensors
        return torch.where((input >= -128) & (input <= 128), grad_out, torch.zeros_like(grad_out))


int8_in_float = Int8InFloatFunction.apply
