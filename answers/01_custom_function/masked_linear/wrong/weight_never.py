# fails: grad_weight, shapes, none_x, none_bias, gradcheck, two_layers, float64, none_weight, saved_weight, none_for_two
# en: Your backward never computes the gradient of the weight, so the weight would never learn.
# ja: weight の勾配が一度も計算されません。これでは、weight は学習されません。
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
        if False:
            grad_weight = grad_out.T @ x
        if ctx.needs_input_grad[2]:
            grad_bias = grad_out.sum(0)
        return grad_x, grad_weight, grad_bias


linear = Linear.apply
