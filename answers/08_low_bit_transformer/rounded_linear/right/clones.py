class RoundedWeight(Function):
    @staticmethod
    def forward(ctx, weight, rounding):
        return rounding(weight.clone())

    @staticmethod
    def backward(ctx, grad_out):
        return grad_out.clone(), None


class RoundedLinear(nn.Linear):
    def __init__(self, *sizes, rounding, bias=True):
        super().__init__(*sizes, bias=bias)
        self.rounding = rounding

    def forward(self, x):
        weight = RoundedWeight.apply(self.weight, self.rounding)
        y = torch.einsum("...i,oi->...o", x, weight)
        return y + self.bias if self.bias is not None else y
