# fails: layers, layers_b, state_dict, y, y_b8, by_name, two_networks
# en: Only your convolutions are quantized; fc1, fc2 and fc3 are still the float layers of Net.
# ja: 量子化されているのは畳み込み層だけです。fc1、fc2、fc3 は、Net のもとの層のままです。
class QuantizedNet(Net):
    def __init__(self, bit_width=4):
        super().__init__()
        self.conv1 = QuantConv2d(3, 32, 5, bit_width=bit_width)
        self.conv2 = QuantConv2d(32, 64, 5, bit_width=bit_width)
