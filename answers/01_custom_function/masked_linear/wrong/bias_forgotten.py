# fails: y, frozen_weight, float64, gradcheck, two_layers
# en: Your forward takes a bias and never uses it, so each output is off by the bias of its column.
#     The backward is right. Compare the forward with the first formula of section 3.
# ja: 順伝播が、受け取ったバイアスを使っていません。
#     そのため、どの列の出力もバイアスの分だけずれています。
#     逆伝播は正しいので、順伝播を 3 節の最初の式と比べてください。
class Linear(Function):
    @staticmethod
    def forward(ctx, x, weight, bias):
        ctx.save_for_backward(x, weight)
        return x @ weight.T

    @staticmethod
    def backward(ctx, grad_out):
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
