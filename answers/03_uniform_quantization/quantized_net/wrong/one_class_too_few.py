# fails: state_dict, y, y_b8
# en: Your last layer has nine outputs. How many classes are there?
# ja: 最後の層の出力が 9 個です。クラスはいくつあるでしょうか。
class QuantizedNet(Net):
    def __init__(self, bit_width=4):
        super().__init__()
        self.conv1 = QuantConv2d(3, 32, 5, bit_width=bit_width)
        self.conv2 = QuantConv2d(32, 64, 5, bit_width=bit_width)
        self.fc1 = QuantLinear(64 * 5 * 5, 120, bit_width=bit_width)
        self.fc2 = QuantLinear(120, 84, bit_width=bit_width)
        self.fc3 = QuantLinear(84, 9, bit_width=bit_width)
