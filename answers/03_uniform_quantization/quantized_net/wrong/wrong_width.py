# fails: state_dict, y, y_b8
# en: Your fc1 has another number of outputs than that of Net, so Net's weights do not fit. Compare
#     the sizes line by line.
# ja: fc1 の出力の数が Net と違うので、Net の重みを読み込めません。
#     大きさを 1 行ずつ見比べてください。
class QuantizedNet(Net):
    def __init__(self, bit_width=4):
        super().__init__()
        self.conv1 = QuantConv2d(3, 32, 5, bit_width=bit_width)
        self.conv2 = QuantConv2d(32, 64, 5, bit_width=bit_width)
        self.fc1 = QuantLinear(64 * 5 * 5, 128, bit_width=bit_width)
        self.fc2 = QuantLinear(128, 84, bit_width=bit_width)
        self.fc3 = QuantLinear(84, 10, bit_width=bit_width)
