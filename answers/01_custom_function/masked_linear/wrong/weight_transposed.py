# fails: grad_x, grad_weight, grad_bias, shapes, float64, gradcheck, two_layers, none_x, none_weight, none_bias, saved_x, saved_weight, saved_bias, none_for_two
# en: Your gradient of the weight comes out as (in, out), but the weight is (out, in), so PyTorch
#     stops the whole backward with an error. Each gradient has the shape of its input.
# ja: weight の勾配の形が (in, out) になっていますが、weight の形は (out, in) です。
#     そのため、逆伝播全体がエラーで止まります。どの勾配も、対応する入力と同じ形になります。
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
            grad_weight = x.T @ grad_out
        if ctx.needs_input_grad[2]:
            grad_bias = grad_out.sum(0)
        return grad_x, grad_weight, grad_bias


linear = Linear.apply
