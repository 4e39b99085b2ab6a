# fails: ties
# en: Your forward takes ties away from zero, as roundf in C does: 2.5 becomes 3. PyTorch's rounding
#     takes another neighbour. The forward was given; compare yours with it.
# ja: 順伝播が、2.5 のようにちょうど中間の値を、C の roundf と同じく 0 から遠いほうの 3 に丸めていま
#     す。PyTorch の丸め方とは違います。順伝播は与えられていたので、元の形と比べてください。
class Int8InFloatFunction(Function):
    @staticmethod
    def forward(ctx, input):
        ctx.save_for_backward(input)
        nearest = torch.floor(input.abs() + 0.5) * torch.sign(input)
        return torch.clamp(nearest, -128, 127)

    @staticmethod
    def backward(ctx, grad_out):
        (input,) = ctx.saved_tensors
        return torch.where((input >= -128) & (input <= 127), grad_out, torch.zeros_like(grad_out))


int8_in_float = Int8InFloatFunction.apply
