# fails: grad_x, grad_weight, grad_bias, shapes, frozen_weight, gradcheck, two_layers, float64, none_x, none_weight, none_bias, saved_x, saved_weight, saved_bias, none_for_two
# en: Your gradient of x is the weight itself: the upstream gradient is missing, and the shape is
#     wrong.
# ja: x の勾配が weight そのものになっていて、上流の勾配が使われていません。形も違っています。
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
            grad_x = weight
        if ctx.needs_input_grad[1]:
            grad_weight = grad_out.T @ x
        if ctx.needs_input_grad[2]:
            grad_bias = grad_out.sum(0)
        return grad_x, grad_weight, grad_bias


linear = Linear.apply
