# fails: two_layers
# en: Your forward keeps x and weight on the class. With two layers in a row, the second one
#     overwrites what the first one needs for its backward. Section 1 says what carries the tensors
#     of one call.
# ja: 順伝播が x と weight をクラスの属性に保存しています。
#     2 つの層を続けて使うと、1 つ目の層の逆伝播に必要なものを、2 つ目の層が上書きしてしまいます。
#     1 回の呼び出しのテンソルを何が運ぶのか、1 節を見直してください。
class Linear(Function):
    @staticmethod
    def forward(ctx, x, weight, bias):
        Linear.kept = x, weight
        return x @ weight.T + bias

    @staticmethod
    def backward(ctx, grad_out):
        x, weight = Linear.kept
        grad_x = grad_weight = grad_bias = None
        if ctx.needs_input_grad[0]:
            grad_x = grad_out @ weight
        if ctx.needs_input_grad[1]:
            grad_weight = grad_out.T @ x
        if ctx.needs_input_grad[2]:
            grad_bias = grad_out.sum(0)
        return grad_x, grad_weight, grad_bias


linear = Linear.apply
