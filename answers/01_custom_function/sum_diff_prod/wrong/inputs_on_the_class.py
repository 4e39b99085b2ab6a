# fails: two_calls
# en: Your forward keeps a and b in one place that all calls share, such as the class. After two calls
#     both backwards see the inputs of the last one. Section 1 says what carries the tensors of one call.
# ja: 順伝播が a と b を、クラスの属性など、すべての呼び出しに共通の場所に保存しています。
#     そのため、2 回呼ぶと、
#     どちらの逆伝播も最後の入力を使ってしまいます。
#     1 回の呼び出しのテンソルを何が運ぶのか、1 節を見直してください。
class SumDiffProd(Function):
    @staticmethod
    def forward(ctx, a, b):
        SumDiffProd.kept = a, b
        return a + b, a - b, a * b

    @staticmethod
    def backward(ctx, grad_sum, grad_diff, grad_prod):
        a, b = SumDiffProd.kept
        return grad_sum + grad_diff + grad_prod * b, grad_sum - grad_diff + grad_prod * a


sum_diff_prod = SumDiffProd.apply
