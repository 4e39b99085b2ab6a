# fails: grad_twice
# en: Your forward keeps coef in one place that all calls share, such as the class. Used twice, with 3
#     and with -0.5, both backwards find the last number. Section 1 says where a setting of one call
#     belongs.
# ja: 順伝播が coef を、クラスの属性など、すべての呼び出しに共通の場所に保存しています。
#     そのため、3 と -0.5 で 2 回使うと、
#     どちらの逆伝播も最後の数を使ってしまいます。
#     1 回の呼び出しの設定をどこに保存するか、1 節を見直してください。
class MulScalar(Function):
    @staticmethod
    def forward(ctx, x, coef):
        MulScalar.coef = coef
        return x * coef

    @staticmethod
    def backward(ctx, grad_out):
        return grad_out * MulScalar.coef, None


mul_scalar = MulScalar.apply
