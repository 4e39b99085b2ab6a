# fails: layers, layers_b, y, by_name, two_networks
# en: Your conv1 always has 8 bits. That is often wise, but here all layers should have the bit
#     width that was asked for.
# ja: conv1 がいつも 8 ビットです。
#     実際にはよい工夫であることも多いのですが、ここでは、
#     すべての層を指定されたビット幅にしてください。
class QuantizedNet(Net):
    def __init__(self, bit_width=4):
        super().__init__()
        self.conv1 = QuantConv2d(3, 32, 5, bit_width=8)
        self.conv2 = QuantConv2d(32, 64, 5, bit_width=bit_width)
        self.fc1 = QuantLinear(64 * 5 * 5, 120, bit_width=bit_width)
        self.fc2 = QuantLinear(120, 84, bit_width=bit_width)
        self.fc3 = QuantLinear(84, 10, bit_width=bit_width)
