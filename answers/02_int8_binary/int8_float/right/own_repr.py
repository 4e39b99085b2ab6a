class Int8Float(nn.Module):
    def __init__(self, frac=0):
        super(Int8Float, self).__init__()
        valid = isinstance(frac, int) and frac >= 0 and frac <= 7
        if not valid:
            raise ValueError("invalid frac: " + repr(frac))
        self.frac = frac

    def forward(self, input):
        scaled = torch.mul(input, float(2**self.frac))
        return torch.mul(int8_in_float(scaled), 1 / float(2**self.frac))

    def __repr__(self):
        return f"Int8Float(8 bits, frac=%d)" % self.frac
