# fails: layers, layers_b, state_dict, y, y_b8, by_name, two_networks
# same: plain_net
class QuantizedNet(Net):
    def __init__(self, bit_width=4):
        super().__init__()
        self.quant_conv1 = QuantConv2d(3, 32, 5, bit_width=bit_width)
        self.quant_conv2 = QuantConv2d(32, 64, 5, bit_width=bit_width)
        self.quant_fc1 = QuantLinear(64 * 5 * 5, 120, bit_width=bit_width)
        self.quant_fc2 = QuantLinear(120, 84, bit_width=bit_width)
        self.quant_fc3 = QuantLinear(84, 10, bit_width=bit_width)

    def forward(self, x):
        x = self.pool(F.relu(self.bn1(self.quant_conv1(x))))
        x = self.pool(F.relu(self.bn2(self.quant_conv2(x))))
        x = torch.flatten(x, 1)
        x = F.relu(self.quant_fc1(x))
        x = F.relu(self.quant_fc2(x))
        return self.quant_fc3(x)
