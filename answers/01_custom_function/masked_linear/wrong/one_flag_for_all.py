# fails: none_x, none_weight, none_bias, none_for_two, saved_weight, saved_bias
# en: Your backward looks at the first flag only. If x needs no gradient, weight and bias get none
#     either, and the first layer of a network never learns. There is a flag for each input.
# ja: backward が最初のフラグしか調べていません。
#     x に勾配が要らないと、weight とバイアスにも勾配が届かず、
#     ネットワークの最初の層が学習できなくなります。フラグは入力ごとにあります。
class Linear(Function):
    @staticmethod
    def forward(ctx, x, weight, bias):
        ctx.save_for_backward(x, weight)
        return x @ weight.T + bias

    @staticmethod
    def backward(ctx, grad_out):
        x, weight = ctx.saved_tensors
        if not ctx.needs_input_grad[0]:
            return None, None, None
        return grad_out @ weight, grad_out.T @ x, grad_out.sum(0)


linear = Linear.apply
