# fails: grad_x, grad_weight, grad_bias, frozen_weight, float64, gradcheck, two_layers, shapes, none_x, none_weight, none_bias, saved_x, saved_weight, saved_bias, none_for_two
# en: Your backward replaces the upstream gradient by ones, so the gradients do not depend on the
#     loss. Look at where G stands in the three formulas of section 3.
# ja: backward が上流の勾配を 1 で置き換えているので、勾配が損失と無関係になっています。
#     3 節の 3 つの式のどこに G があるか、見直してください。
class Linear(Function):
    @staticmethod
    def forward(ctx, x, weight, bias):
        ctx.save_for_backward(x, weight)
        return x @ weight.T + bias

    @staticmethod
    def backward(ctx, grad_out):
        grad_out = torch.ones_like(grad_out)
        x, weight = ctx.saved_tensors
        grad_x = grad_weight = grad_bias = None
        if ctx.needs_input_grad[0]:
            grad_x = grad_out @ weight
        if ctx.needs_input_grad[1]:
            grad_weight = grad_out.T @ x
        if ctx.needs_input_grad[2]:
            grad_bias = grad_out.sum(0)
        return grad_x, grad_weight, grad_bias


linear = Linear.apply
