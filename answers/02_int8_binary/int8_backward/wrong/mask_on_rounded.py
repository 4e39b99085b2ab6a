# fails: input_mask
# en: Your mask looks at the rounded value, so 127.4 and -128.4 still pass. PyTorch's fake_quantize
#     does that, this task does not. Look at the second of the two details in section 2.
# ja: マスクが丸めた後の値を調べているので、127.4 や -128.4 でも勾配が通ります。
#     PyTorch の fake_quantize と同じですが、この課題とは違います。
#     2 節の「大切な点」の 2 つ目を見直してください。
class Int8InFloatFunction(Function):
    @staticmethod
    def forward(ctx, input):
        rounded = torch.round(input)
        ctx.save_for_backward(rounded)
        return torch.clamp(rounded, -128, 127)

    @staticmethod
    def backward(ctx, grad_out):
        (rounded,) = ctx.saved_tensors
        return torch.where((rounded >= -128) & (rounded <= 127), grad_out, torch.zeros_like(grad_out))


int8_in_float = Int8InFloatFunction.apply
