# fails: y, grad, bounds, input_mask, ties, two_calls, other_shape, transposed, scalar, empty, float64, infinite, nan
# en: Your gradient passes everywhere, also at 200, where the output is stuck at the bound. A mask
#     is missing, or it looks at the output, which always lies in the range. Look at the second
#     line of the formula in section 2.
# ja: 勾配がどこでも通ります。出力が端の値に張り付いている 200 のようなところでも止まりません。
#     マスクがないか、いつも範囲の中にある出力のほうを調べています。
#     2 節の式の 2 行目を見直してください。
class Int8InFloatFunction(Function):
    @staticmethod
    def forward(ctx, input):
        return torch.clamp(torch.round(input), -128, 127)

    @staticmethod
    def backward(ctx, grad_out):
        return grad_out


int8_in_float = Int8InFloatFunction.apply
