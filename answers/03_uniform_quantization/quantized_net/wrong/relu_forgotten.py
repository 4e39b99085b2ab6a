# fails: y, y_b8
# en: In your forward no ReLU follows the convolutions, so negative values flow on. Compare it with
#     the forward of Net, or ask whether you need one of your own.
# ja: forward の中で、畳み込みの後に ReLU がなく、負の値がそのまま流れます。
#     Net の forward と見比べるか、自分で書く必要があるかどうかを考えてください。
class QuantizedNet(Net):
    def __init__(self, bit_width=4):
        super().__init__()
        self.conv1 = QuantConv2d(3, 32, 5, bit_width=bit_width)
        self.conv2 = QuantConv2d(32, 64, 5, bit_width=bit_width)
        self.fc1 = QuantLinear(64 * 5 * 5, 120, bit_width=bit_width)
        self.fc2 = QuantLinear(120, 84, bit_width=bit_width)
        self.fc3 = QuantLinear(84, 10, bit_width=bit_width)

    def forward(self, x):
        x = self.pool(self.bn1(self.conv1(x)))
        x = self.pool(self.bn2(self.conv2(x)))
        x = torch.flatten(x, 1)
        x = F.relu(self.fc1(x))
        x = F.relu(self.fc2(x))
        return self.fc3(x)
