# fails: grad_x, shapes, none_weight, none_bias, frozen_weight, gradcheck, two_layers, float64, none_x, saved_x, none_for_two
# en: Your backward never computes the gradient of x, so no layer below would learn.
# ja: x の勾配が一度も計算されません。これでは、下の層が学習されません。
class Linear(Function):
    @staticmethod
    def forward(ctx, x, weight, bias):
        ctx.save_for_backward(x, weight)
        return x @ weight.T + bias

    @staticmethod
    def backward(ctx, grad_out):
        x, weight = ctx.saved_tensors
        grad_x = grad_weight = grad_bias = None
        if False:
            grad_x = grad_out @ weight
        if ctx.needs_input_grad[1]:
            grad_weight = grad_out.T @ x
        if ctx.needs_input_grad[2]:
            grad_bias = grad_out.sum(0)
        return grad_x, grad_weight, grad_bias


linear = Linear.apply
