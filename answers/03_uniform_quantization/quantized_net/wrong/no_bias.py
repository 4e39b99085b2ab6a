# fails: state_dict, y, y_b8
# en: Your layers have no bias, so the keys of Net's state_dict do not fit and its weights do not
#     load. Compare your layers with those of Net, argument by argument.
# ja: 層にバイアスがないので、state_dict のキーが Net と合わず、その重みを読み込めません。
#     Net の層と、引数を 1 つずつ見比べてください。
class QuantizedNet(Net):
    def __init__(self, bit_width=4):
        super().__init__()
        self.conv1 = QuantConv2d(3, 32, 5, bias=False, bit_width=bit_width)
        self.conv2 = QuantConv2d(32, 64, 5, bias=False, bit_width=bit_width)
        self.fc1 = QuantLinear(64 * 5 * 5, 120, bias=False, bit_width=bit_width)
        self.fc2 = QuantLinear(120, 84, bias=False, bit_width=bit_width)
        self.fc3 = QuantLinear(84, 10, bias=False, bit_width=bit_width)
