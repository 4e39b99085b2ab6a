# fails: y, y_other_shape, float64
# en: Your forward multiplies x itself, so the tensor of the caller is changed, too. Other parts of
#     the network may still need it: look at the two rules in section 1.
# ja: 順伝播が x そのものを書き換えているので、呼び出し側のテンソルまで変わってしまいます。
#     入力はネットワークのほかの部分でも使われるかもしれません。
#     1 節の 2 つの約束を見直してください。
class MulScalar(Function):
    @staticmethod
    def forward(ctx, x, coef):
        ctx.coef = coef
        return x.mul_(coef)

    @staticmethod
    def backward(ctx, grad_out):
        return grad_out * ctx.coef, None


mul_scalar = MulScalar.apply
