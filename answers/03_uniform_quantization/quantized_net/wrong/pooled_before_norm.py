# fails: y, y_b8
# en: Your own forward leaves out a batch norm: bn2 is never called. Do you need a forward of your
#     own at all?
# ja: 自分で書いた forward で、bn2 が一度も呼ばれていません。
#     そもそも、forward を自分で書く必要があるでしょうか。
class QuantizedNet(Net):
    def __init__(self, bit_width=4):
        super().__init__()
        self.conv1 = QuantConv2d(3, 32, 5, bit_width=bit_width)
        self.conv2 = QuantConv2d(32, 64, 5, bit_width=bit_width)
        self.fc1 = QuantLinear(64 * 5 * 5, 120, bit_width=bit_width)
        self.fc2 = QuantLinear(120, 84, bit_width=bit_width)
        self.fc3 = QuantLinear(84, 10, bit_width=bit_width)

    def forward(self, x):
        x = self.pool(F.relu(self.bn1(self.conv1(x))))
        x = self.pool(F.relu(self.conv2(x)))
        x = torch.flatten(x, 1)
        x = F.relu(self.fc1(x))
        x = F.relu(self.fc2(x))
        return self.fc3(x)
