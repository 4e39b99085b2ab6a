# fails: in_a_chain
# en: Your forward keeps strength in one place that all calls share, such as the class. Used twice in one chain, with 0.5 and with 4, both
#     backwards take the last value. Section 1 says where a setting of one call belongs.
# ja: 順伝播が strength を、クラスの属性など、すべての呼び出しに共通の場所に保存しています。
#     1 つの計算の中で 0.5 と 4 で 2 回使うと、どちらの逆伝播も最後の値を使ってしまいます。
#     1 回の呼び出しの設定をどこに保存するか、1 節を見直してください。
class GradientReversal(Function):
    @staticmethod
    def forward(ctx, x, strength):
        GradientReversal.strength = strength
        return x.view_as(x)

    @staticmethod
    def backward(ctx, grad_out):
        return -GradientReversal.strength * grad_out, None


def gradient_reversal(x, strength=1.0):
    return GradientReversal.apply(x, strength)
