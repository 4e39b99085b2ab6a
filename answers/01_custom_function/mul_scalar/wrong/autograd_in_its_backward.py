# fails: own_function
# en: The numbers are right, but your backward calls torch.autograd.grad and lets autograd do the
#     work. Write down the derivative as a formula of your own.
# ja: 値は合っていますが、backward の中で torch.autograd.grad を呼び、
#     微分を autograd に計算させています。微分は自分の式で書いてください。
class MulScalar(Function):
    @staticmethod
    def forward(ctx, x, coef):
        ctx.save_for_backward(x)
        ctx.coef = coef
        return x * coef

    @staticmethod
    def backward(ctx, grad_out):
        (x,) = ctx.saved_tensors
        with torch.enable_grad():
            x = x.detach().requires_grad_()
            y = x * ctx.coef
        (grad,) = torch.autograd.grad(y, x, grad_out)
        return grad, None


def mul_scalar(x, coef):
    return MulScalar.apply(x, coef)
