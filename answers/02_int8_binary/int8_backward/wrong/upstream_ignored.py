# fails: grad, bounds, input_mask, other_shape, transposed, float64, two_calls, scalar, empty, infinite
# en: Your backward returns the mask itself, so every gradient is 0 or 1, whatever comes from above.
#     Look at what the chain rule in section 1 does with the upstream gradient.
# ja: backward がマスクだけを返しているので、上流から何が来ても、勾配は 0 か 1 になります。
#     1 節の連鎖律では上流の勾配をどう使うのか、見直してください。
class Int8InFloatFunction(Function):
    @staticmethod
    def forward(ctx, input):
        ctx.save_for_backward(input)
        return torch.clamp(torch.round(input), -128, 127)

    @staticmethod
    def backward(ctx, grad_out):
        (input,) = ctx.saved_tensors
        return ((input >= -128) & (input <= 127)).to(input.dtype)


int8_in_float = Int8InFloatFunction.apply
