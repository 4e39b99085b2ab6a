class NarrowSumFunction(Function):
    @staticmethod
    def forward(x, weight):
        total = x.new_zeros(x.size(0), weight.size(0))
        for column in range(x.size(1)):
            products = x[:, column].unsqueeze(1) * weight[:, column]
            total = (total + torch.floor(products / 256)).clamp(-8, 7)
        return total

    @staticmethod
    def setup_context(ctx, inputs, output):
        ctx.save_for_backward(*inputs, output)

    @staticmethod
    def backward(ctx, grad_total):
        x, weight, total = ctx.saved_tensors
        stopped = (total == -8) | (total == 7)
        grad = torch.where(stopped, 0, grad_total) / 256
        return grad @ weight, grad.T @ x


def narrow_sum(x, weight):
    return NarrowSumFunction.apply(x, weight)
