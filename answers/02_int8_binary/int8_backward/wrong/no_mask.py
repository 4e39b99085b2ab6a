# fails: y, grad, bounds, input_mask, ties, two_calls, other_shape, transposed, scalar, empty, float64, infinite, nan
# en: Your gradient passes everywhere, also at 200, where the output is stuck at the bound. Either
#     there is no mask, or it looks at values that have been clamped before and so always lie in the
#     range. Section 2 says which value decides.
# ja: 勾配がどこでも通ります。出力が端の値に張り付いている 200 のようなところでも止まりません。
#     マスクがないか、範囲に収めた後の値を調べているか、どちらかです。
#     収めた後なら、いつも範囲の中にあります。どの値を調べるのか、2 節を読み直してください。
class Int8InFloatFunction(Function):
    @staticmethod
    def forward(ctx, input):
        return torch.clamp(torch.round(input), -128, 127)

    @staticmethod
    def backward(ctx, grad_out):
        return grad_out


int8_in_float = Int8InFloatFunction.apply
