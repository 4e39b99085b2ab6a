# fails: state_dict, y, y_b8
# Makes the layers without a bias.
class QuantizedNet(Net):
    def __init__(self, bit_width=4):
        super().__init__()
        self.conv1 = QuantConv2d(3, 32, 5, bias=False, bit_width=bit_width)
        self.conv2 = QuantConv2d(32, 64, 5, bias=False, bit_width=bit_width)
        self.fc1 = QuantLinear(64 * 5 * 5, 120, bias=False, bit_width=bit_width)
        self.fc2 = QuantLinear(120, 84, bias=False, bit_width=bit_width)
        self.fc3 = QuantLinear(84, 10, bias=False, bit_width=bit_width)
