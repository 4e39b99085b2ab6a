# fails: layers_b, y_b8, by_name, two_networks
# en: In QuantizedNet(8) your fc1 still has 4 bits; the other layers are right. Compare its line
#     with theirs.
# ja: QuantizedNet(8) で、fc1 だけが 4 ビットのままです。ほかの層は正しくできています。
#     fc1 の行をほかの行と見比べてください。
class QuantizedNet(Net):
    def __init__(self, bit_width=4):
        super().__init__()
        self.conv1 = QuantConv2d(3, 32, 5, bit_width=bit_width)
        self.conv2 = QuantConv2d(32, 64, 5, bit_width=bit_width)
        self.fc1 = QuantLinear(64 * 5 * 5, 120)
        self.fc2 = QuantLinear(120, 84, bit_width=bit_width)
        self.fc3 = QuantLinear(84, 10, bit_width=bit_width)
