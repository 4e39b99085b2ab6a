# fails: layers
# en: Your QuantizedNet() without a bit width has 8 bits. Look at the default in the given line of
#     __init__.
# ja: ビット幅を渡さない QuantizedNet() が 8 ビットになっています。
#     __init__ の、与えられた行の既定値を見てください。
class QuantizedNet(Net):
    def __init__(self, bit_width=8):
        super().__init__()
        self.conv1 = QuantConv2d(3, 32, 5, bit_width=bit_width)
        self.conv2 = QuantConv2d(32, 64, 5, bit_width=bit_width)
        self.fc1 = QuantLinear(64 * 5 * 5, 120, bit_width=bit_width)
        self.fc2 = QuantLinear(120, 84, bit_width=bit_width)
        self.fc3 = QuantLinear(84, 10, bit_width=bit_width)
