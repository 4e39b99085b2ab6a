# fails: y, bounds, input_mask, ties, other_shape, transposed, scalar, float64, infinite, nan
# en: Your range starts at -127, in the forward and in the mask: -128 becomes -127 and gets no
#     gradient. An 8-bit signed integer has one more number on one side. Look at its two bounds.
# ja: 順伝播でもマスクでも、範囲が -127 からになっています。-128 が -127 になり、勾配も届きません。
#     8 ビットの符号付き整数は、片側に 1 つ多く数を持ちます。両端の値を見直してください。
class Int8InFloatFunction(Function):
    @staticmethod
    def forward(ctx, input):
        ctx.save_for_backward(input)
        return torch.clamp(torch.round(input), -127, 127)

    @staticmethod
    def backward(ctx, grad_out):
        (input,) = ctx.saved_tensors
        return torch.where(input.abs() <= 127, grad_out, torch.zeros_like(grad_out))


int8_in_float = Int8InFloatFunction.apply
