# fails: y, grad, bounds, input_mask, ties, two_calls, other_shape, transposed, empty, float64, infinite, nan
# en: Your if (with and) asks a whole tensor for a single yes or no, and PyTorch refuses to answer.
#     Each element has its own answer: read "All elements at once" in section 2.
# ja: if と and が、テンソル全体に「はい」か「いいえ」を 1 つだけ求めているので、
#     PyTorch がエラーを出します。答えは要素ごとに違います。
#     2 節の「すべての要素を一度に」を読み直してください。
class Int8InFloatFunction(Function):
    @staticmethod
    def forward(ctx, input):
        ctx.save_for_backward(input)
        return torch.clamp(torch.round(input), -128, 127)

    @staticmethod
    def backward(ctx, grad_out):
        (input,) = ctx.saved_tensors
        if input >= -128 and input <= 127:
            return grad_out
        return torch.zeros_like(grad_out)


int8_in_float = Int8InFloatFunction.apply
