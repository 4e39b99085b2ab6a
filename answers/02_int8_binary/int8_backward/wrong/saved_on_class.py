# fails: two_calls
# en: Your forward keeps the input on the class. A second call overwrites it before the first
#     backward runs, which then masks with the wrong input. Look at the first rule in section 1.
# ja: 順伝播が入力をクラスの属性に保存しています。
#     最初の逆伝播の前にもう一度呼ばれると上書きされ、別の入力でマスクを作ってしまいます。
#     1 節の 1 つ目の約束を見直してください。
class Int8InFloatFunction(Function):
    @staticmethod
    def forward(ctx, input):
        Int8InFloatFunction.input = input
        return torch.clamp(torch.round(input), -128, 127)

    @staticmethod
    def backward(ctx, grad_out):
        input = Int8InFloatFunction.input
        return torch.where((input >= -128) & (input <= 127), grad_out, torch.zeros_like(grad_out))


int8_in_float = Int8InFloatFunction.apply
