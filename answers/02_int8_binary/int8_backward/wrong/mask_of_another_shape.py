# fails: y, grad, bounds, input_mask, ties, two_calls, other_shape, transposed, empty, float64, infinite, nan
# en: Your mask is a column, and with the upstream gradient as a row it broadcasts to a square. So
#     each gradient is multiplied by the number of elements inside the range. Compare the shapes of
#     mask and gradient.
# ja: マスクが列の形をしているので、行の形の上流の勾配と掛けると、
#     正方形に広がります（ブロードキャスト）。
#     その和を取るため、どの勾配も範囲内の要素の個数倍になっています。
#     マスクと勾配の形を比べてください。
class Int8InFloatFunction(Function):
    @staticmethod
    def forward(ctx, input):
        column = input.reshape(-1, 1)
        ctx.save_for_backward((column >= -128) & (column <= 127))
        return torch.clamp(torch.round(input), -128, 127)

    @staticmethod
    def backward(ctx, grad_out):
        (inside,) = ctx.saved_tensors
        return (inside * grad_out.reshape(1, -1)).sum(0).reshape(grad_out.shape)


int8_in_float = Int8InFloatFunction.apply
