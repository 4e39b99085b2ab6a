# fails: input_mask
# en: Your mask begins at -129, so that the gradient passes where the forward already clamps.
# ja: マスクが -129 から始まっているので、順伝播が抑えている範囲でも勾配が通ります。
class Int8InFloatFunction(Function):
    @staticmethod
    def forward(ctx, input):
        ctx.save_for_backward(input)
        return torch.clamp(torch.round(input), -128, 127)

    @staticmethod
    def backward(ctx, grad_out):
        (input,) = ctx.saved_tensors
        return torch.where((input >= -129) & (input <= 127), grad_out, torch.zeros_like(grad_out))


int8_in_float = Int8InFloatFunction.apply
