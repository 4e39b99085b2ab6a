# fails: layers, layers_b, state_dict, y, y_b8, by_name, two_networks
# Quantizes the convolutions only.
class QuantizedNet(Net):
    def __init__(self, bit_width=4):
        super().__init__()
        self.conv1 = QuantConv2d(3, 32, 5, bit_width=bit_width)
        self.conv2 = QuantConv2d(32, 64, 5, bit_width=bit_width)
