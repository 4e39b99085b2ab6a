# fails: shapes, saved_bias, none_for_two
# en: Your gradient of the bias still has one row for each row of x, and the bias has no rows.
#     PyTorch adds them up silently, so the value looks right. Compare its shape with that of the
#     bias.
# ja: バイアスの勾配が、x の行ごとに 1 行ずつあるままです。
#     PyTorch が黙って足し合わせるので、値は合っているように見えます。バイアスの形と比べてください。
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
            grad_weight = grad_out.T @ x
        if ctx.needs_input_grad[2]:
            grad_bias = grad_out
        return grad_x, grad_weight, grad_bias


linear = Linear.apply
