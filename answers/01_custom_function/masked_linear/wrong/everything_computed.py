# fails: none_x, none_weight, none_bias, none_for_two, saved_x, saved_weight, saved_bias
# en: Your backward computes and returns all three gradients every time; it never looks at
#     ctx.needs_input_grad. For a frozen weight or for the data this is wasted work.
# ja: backward がいつも 3 つの勾配をすべて計算して返し、ctx.needs_input_grad を調べていません。
#     固定した weight や、学習しないデータについては、無駄な計算になります。
class Linear(Function):
    @staticmethod
    def forward(ctx, x, weight, bias):
        ctx.save_for_backward(x, weight)
        return x @ weight.T + bias

    @staticmethod
    def backward(ctx, grad_out):
        x, weight = ctx.saved_tensors
        return grad_out @ weight, grad_out.T @ x, grad_out.sum(0)


linear = Linear.apply
