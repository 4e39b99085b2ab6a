from functools import partial


class QuantizedNet(Net):
    def __init__(self, bit_width=4):
        super().__init__()
        conv, linear = partial(QuantConv2d, bit_width=bit_width), partial(QuantLinear, bit_width=bit_width)
        self.conv1 = conv(3, 32, 5)
        self.conv2 = conv(32, 64, 5)
        self.fc1 = linear(64 * 5 * 5, 120)
        self.fc2 = linear(120, 84)
        self.fc3 = linear(84, 10)
