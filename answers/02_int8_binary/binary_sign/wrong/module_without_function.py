# fails: y, grad, zero, bounds, outside, two_calls, module, transposed, float64, scalar, empty, infinite
# en: Your BinarySignFunction is a plain function, and this has no .apply: the cell stops with an
#     error, and binary_sign is never defined. A backward of your own needs a subclass of Function.
# ja: BinarySignFunction がただの関数なので、.apply がありません。
#     セルがエラーで止まり、binary_sign が定義されません。
#     自分の逆伝播を持つには、Function のサブクラスが必要です。
def BinarySignFunction(x):
    return torch.where(x >= 0, torch.ones_like(x), -torch.ones_like(x))


binary_sign = BinarySignFunction.apply


class BinarySign(nn.Module):
    def forward(self, x):
        return binary_sign(x)
