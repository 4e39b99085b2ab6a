# fails: none_x, none_weight, none_bias, none_for_two
# en: Where no gradient is needed, your backward returns a tensor of zeros. It costs memory and says
#     "the gradient is 0", which is something else than "nobody asked for one".
# ja: 必要のないところに、backward が 0 の入ったテンソルを返しています。
#     これはメモリを使ううえ、「勾配は 0 だ」という意味になります。
#     「勾配は求められていない」とは違います。
class Linear(Function):
    @staticmethod
    def forward(ctx, x, weight, bias):
        ctx.save_for_backward(x, weight)
        return x @ weight.T + bias

    @staticmethod
    def backward(ctx, grad_out):
        x, weight = ctx.saved_tensors
        grad_x, grad_weight, grad_bias = torch.zeros_like(x), torch.zeros_like(weight), grad_out.new_zeros(grad_out.shape[1])
        if ctx.needs_input_grad[0]:
            grad_x = grad_out @ weight
        if ctx.needs_input_grad[1]:
            grad_weight = grad_out.T @ x
        if ctx.needs_input_grad[2]:
            grad_bias = grad_out.sum(0)
        return grad_x, grad_weight, grad_bias


linear = Linear.apply
