class RoundedWeight:
    @staticmethod
    def apply(weight, rounding):
        return weight + (rounding(weight) - weight).detach()


class RoundedLinear(nn.Linear):
    def __init__(self, *sizes, rounding, bias=True):
        super().__init__(*sizes, bias=bias)
        self.rounding = rounding

    def forward(self, x):
        return F.linear(x, RoundedWeight.apply(self.weight, self.rounding), self.bias)
