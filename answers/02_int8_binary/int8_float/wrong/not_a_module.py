# fails: module
# en: Your Int8Float computes the right values, but it is a plain class. In nn.Sequential it cannot
#     stand, and a network does not find it. Look at what stood in the parentheses of the class.
# ja: 値は正しく計算できますが、Int8Float がただのクラスになっています。
#     これでは nn.Sequential に入れられず、ネットワークの一部になりません。
#     クラスのかっこの中に何があったか、見直してください。
class Int8Float:
    def __init__(self, frac=0):
        if not isinstance(frac, int) or not 0 <= frac <= 7:
            raise ValueError(frac)
        self.frac = frac

    def __call__(self, x):
        return int8_in_float(x * 2**self.frac) * 2**-self.frac

    def __repr__(self):
        return f"Int8Float(frac={self.frac})"
