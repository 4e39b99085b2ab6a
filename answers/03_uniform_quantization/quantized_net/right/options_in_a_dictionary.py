class QuantizedNet(Net):
    def __init__(self, bit_width=4):
        super().__init__()
        options = {"bit_width": bit_width}
        self.conv1 = QuantConv2d(3, 32, 5, **options)
        self.conv2 = QuantConv2d(32, 64, 5, **options)
        self.fc1 = QuantLinear(64 * 5 * 5, 120, **options)
        self.fc2 = QuantLinear(120, 84, **options)
        self.fc3 = QuantLinear(84, 10, **options)
