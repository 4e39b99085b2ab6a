# fails: layers, layers_b, state_dict, y, y_b8, by_name, two_networks
# en: Your last layer, fc3, is still the float layer of Net; the four before it are quantized. The
#     task leaves out none.
# ja: 最後の層 fc3 が、Net のもとの層のままです。その前の 4 つは量子化されています。
#     課題では、どの層も残さず置き換えます。
class QuantizedNet(Net):
    def __init__(self, bit_width=4):
        super().__init__()
        self.conv1 = QuantConv2d(3, 32, 5, bit_width=bit_width)
        self.conv2 = QuantConv2d(32, 64, 5, bit_width=bit_width)
        self.fc1 = QuantLinear(64 * 5 * 5, 120, bit_width=bit_width)
        self.fc2 = QuantLinear(120, 84, bit_width=bit_width)
