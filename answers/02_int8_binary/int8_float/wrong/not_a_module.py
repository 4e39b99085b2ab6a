# fails: module
# A plain class with the same methods: it cannot stand in a network.
class Int8Float:
    def __init__(self, frac=0):
        if not isinstance(frac, int) or not 0 <= frac <= 7:
            raise ValueError(frac)
        self.frac = frac

    def __call__(self, x):
        return int8_in_float(x * 2**self.frac) * 2**-self.frac

    def __repr__(self):
        return f"Int8Float(frac={self.frac})"
