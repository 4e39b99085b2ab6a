# fails: none_bias, saved_bias, none_for_two
# en: For x and weight you ask whether a gradient is needed, for the bias you do not: its gradient
#     is computed and returned every time. Look at the third flag.
# ja: x と weight については勾配が必要かどうかを調べていますが、バイアスについては調べず、
#     いつも計算して返しています。3 つ目のフラグを見直してください。
class Linear(Function):
    @staticmethod
    def forward(ctx, x, weight, bias):
        ctx.save_for_backward(x, weight)
        return x @ weight.T + bias

    @staticmethod
    def backward(ctx, grad_out):
        x, weight = ctx.saved_tensors
        grad_x = grad_out @ weight if ctx.needs_input_grad[0] else None
        grad_weight = grad_out.T @ x if ctx.needs_input_grad[1] else None
        return grad_x, grad_weight, grad_out.sum(0)


linear = Linear.apply
