# fails: state_dict, y, y_b8
# Has 128 outputs in fc1 where Net has 120.
class QuantizedNet(Net):
    def __init__(self, bit_width=4):
        super().__init__()
        self.conv1 = QuantConv2d(3, 32, 5, bit_width=bit_width)
        self.conv2 = QuantConv2d(32, 64, 5, bit_width=bit_width)
        self.fc1 = QuantLinear(64 * 5 * 5, 128, bit_width=bit_width)
        self.fc2 = QuantLinear(128, 84, bit_width=bit_width)
        self.fc3 = QuantLinear(84, 10, bit_width=bit_width)
