# fails: grad_x, grad_weight, grad_bias, shapes, gradcheck, two_layers, float64, none_x, none_weight, none_bias, saved_x, saved_weight, saved_bias, none_for_two
# en: Your gradient of the weight is the upstream gradient alone, in a wrong shape: x does not take
#     part.
# ja: weight の勾配が上流の勾配だけになっていて、x が使われていません。形も違っています。
class Linear(Function):
    @staticmethod
    def forward(ctx, x, weight, bias):
        ctx.save_for_backward(x, weight)
        return x @ weight.T + bias

    @staticmethod
    def backward(ctx, grad_out):
        x, weight = ctx.saved_tensors
        grad_x = grad_weight = grad_bias = None
        if ctx.needs_input_grad[0]:
            grad_x = grad_out @ weight
        if ctx.needs_input_grad[1]:
            grad_weight = grad_out.T
        if ctx.needs_input_grad[2]:
            grad_bias = grad_out.sum(0)
        return grad_x, grad_weight, grad_bias


linear = Linear.apply
