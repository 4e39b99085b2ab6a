# fails: bounds
# en: At exactly 127 your gradient is 0, as if the upper bound did not count. At -128 it passes.
#     Look at what section 2 says about the two bounds.
# ja: ちょうど 127 のところで勾配が 0 になっています。
#     -128 では通るのに、上の端の値だけが範囲から外れています。
#     2 節で、両端の値について読み直してください。
class Int8InFloatFunction(Function):
    @staticmethod
    def forward(ctx, input):
        ctx.save_for_backward(input)
        return torch.clamp(torch.round(input), -128, 127)

    @staticmethod
    def backward(ctx, grad_out):
        (input,) = ctx.saved_tensors
        return grad_out * ((input >= -128) & (input < 127))


int8_in_float = Int8InFloatFunction.apply
