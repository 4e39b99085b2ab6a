class RoundedWeight(Function):
    @staticmethod
    def forward(ctx, weight, rounding):
        ctx.shape = weight.shape
        return rounding(weight.clone()).clone()

    @staticmethod
    def backward(ctx, grad_out):
        grad_weight = torch.zeros(ctx.shape, dtype=grad_out.dtype)
        grad_weight += grad_out
        return grad_weight, None


class RoundedLinear(nn.Linear):
    def __init__(self, *sizes, rounding, bias=True):
        super().__init__(*sizes, bias=bias)
        self.rounding = rounding

    def forward(self, x):
        weight = RoundedWeight.apply(self.weight, self.rounding)
        y = torch.einsum("...i,oi->...o", x, weight)
        return y + self.bias if self.bias is not None else y
