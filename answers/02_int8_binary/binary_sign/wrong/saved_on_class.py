# fails: two_calls
# en: Your forward keeps its input on the class, which all calls share. After a second call the
#     first backward masks with the wrong input. Look at the first rule in section 1.
# ja: 順伝播が入力をクラスの属性に保存しています。
#     クラスはすべての呼び出しに共通なので、もう一度呼ばれると、
#     最初の逆伝播が別の入力でマスクを作ってしまいます。1 節の 1 つ目の約束を見直してください。
class BinarySignFunction(Function):
    last_input = None

    @staticmethod
    def forward(ctx, x):
        BinarySignFunction.last_input = x
        return torch.where(x >= 0, torch.ones_like(x), -torch.ones_like(x))

    @staticmethod
    def backward(ctx, grad_out):
        return grad_out * (BinarySignFunction.last_input.abs() <= 1)


binary_sign = BinarySignFunction.apply


class BinarySign(nn.Module):
    def forward(self, x):
        return binary_sign(x)
