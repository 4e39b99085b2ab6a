# fails: layers_b, y_b8, by_name, two_networks
# en: All of your layers have 4 bits, even in QuantizedNet(8): they never hear of the bit width.
#     Look at the arguments of each layer.
# ja: QuantizedNet(8) でも、すべての層が 4 ビットです。ビット幅が層に伝わっていません。
#     各層の引数を見てください。
class QuantizedNet(Net):
    def __init__(self, bit_width=4):
        super().__init__()
        self.conv1 = QuantConv2d(3, 32, 5)
        self.conv2 = QuantConv2d(32, 64, 5)
        self.fc1 = QuantLinear(64 * 5 * 5, 120)
        self.fc2 = QuantLinear(120, 84)
        self.fc3 = QuantLinear(84, 10)
