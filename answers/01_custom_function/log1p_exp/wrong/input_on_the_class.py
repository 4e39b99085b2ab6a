# fails: two_calls
# en: Your forward keeps x on the class, which all calls share. After a second call the first
#     backward computes its slope at the wrong points. Section 1 says what carries the tensors of
#     one call.
# ja: 順伝播が x をクラスの属性に保存しています。
#     クラスはすべての呼び出しに共通なので、2 回目の呼び出しの後では、
#     最初の逆伝播が別の点での傾きを計算してしまいます。
#     1 回の呼び出しのテンソルを何が運ぶのか、1 節を見直してください。
class Log1pExp(Function):
    @staticmethod
    def forward(ctx, x):
        Log1pExp.x = x
        return x.clamp(min=0) + torch.log1p(torch.exp(-x.abs()))

    @staticmethod
    def backward(ctx, grad_out):
        return grad_out * torch.sigmoid(Log1pExp.x)


log1p_exp = Log1pExp.apply
