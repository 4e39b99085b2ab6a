# fails: grad_weight, gradcheck, two_layers, shapes, none_weight, saved_weight, none_for_two
# en: Your gradient of the weight is too small by the number of rows: you divide it by len(x). Look
#     at the formula of section 3. Is there a mean in it?
# ja: weight の勾配を len(x) で割っているので、行が多いほど小さくなります。
#     3 節の式に平均があるか、見直してください。
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
            grad_weight = grad_out.T @ x / len(x)
        if ctx.needs_input_grad[2]:
            grad_bias = grad_out.sum(0)
        return grad_x, grad_weight, grad_bias


linear = Linear.apply
