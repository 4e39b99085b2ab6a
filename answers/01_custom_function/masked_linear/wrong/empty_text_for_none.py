# fails: none_x, none_weight, none_bias, none_for_two, frozen_weight
# en: Where no gradient is needed your backward returns an empty text. PyTorch wants another sign
#     for "nothing".
# ja: 勾配が要らないところで、空の文字列を返しています。「何もない」を表す値は、ほかにあります。
class Linear(Function):
    @staticmethod
    def forward(ctx, x, weight, bias):
        ctx.save_for_backward(x, weight)
        return x @ weight.T + bias

    @staticmethod
    def backward(ctx, grad_out):
        x, weight = ctx.saved_tensors
        grad_x = grad_weight = grad_bias = ""
        if ctx.needs_input_grad[0]:
            grad_x = grad_out @ weight
        if ctx.needs_input_grad[1]:
            grad_weight = grad_out.T @ x
        if ctx.needs_input_grad[2]:
            grad_bias = grad_out.sum(0)
        return grad_x, grad_weight, grad_bias


linear = Linear.apply
