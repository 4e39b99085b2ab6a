# fails: y, grad, strength, strength_zero, other_shape, float64, in_a_chain
# en: Your function returns x cut off from the graph: no gradient comes back at all. The values are
#     right, but your Function is never used. Look at what connects a result with the graph.
# ja: 関数が、計算グラフから切り離された x を返しています。
#     値は正しいのですが、勾配がまったく戻ってきません。せっかくの Function も使われていません。
#     結果を計算グラフにつなぐものは何か、考えてください。
class GradientReversal(Function):
    @staticmethod
    def forward(ctx, x, strength):
        ctx.strength = strength
        return x.view_as(x)

    @staticmethod
    def backward(ctx, grad_out):
        return -ctx.strength * grad_out, None


def gradient_reversal(x, strength=1.0):
    return x.detach()
