# fails: state_dict, y, y_b8
# en: Your first linear layer counts one side of the image only. How many numbers does flattening
#     give?
# ja: 1 番目の全結合の入力で、画像の一辺しか数えていません。1 列に並べると、数はいくつになるでしょうか。
class QuantizedNet(Net):
    def __init__(self, bit_width=4):
        super().__init__()
        self.conv1 = QuantConv2d(3, 32, 5, bit_width=bit_width)
        self.conv2 = QuantConv2d(32, 64, 5, bit_width=bit_width)
        self.fc1 = QuantLinear(64 * 5, 120, bit_width=bit_width)
        self.fc2 = QuantLinear(120, 84, bit_width=bit_width)
        self.fc3 = QuantLinear(84, 10, bit_width=bit_width)
