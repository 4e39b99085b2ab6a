# fails: layers_b, y_b8, by_name, two_networks
# en: Two of your networks share a layer: conv1 is the same object in both and keeps the bit width
#     of the first. Training one would change the other. Look at what outlives __init__.
# ja: 2 つのネットワークが層を共有しています。
#     conv1 がどちらでも同じもので、最初に作ったときのビット幅のままです。
#     一方を学習すると、もう一方も変わります。__init__ の後に何が残るか、見てください。
SHARED = {}


class QuantizedNet(Net):
    def __init__(self, bit_width=4):
        super().__init__()
        self.conv1 = QuantConv2d(3, 32, 5, bit_width=bit_width)
        self.conv2 = QuantConv2d(32, 64, 5, bit_width=bit_width)
        self.fc1 = QuantLinear(64 * 5 * 5, 120, bit_width=bit_width)
        self.fc2 = QuantLinear(120, 84, bit_width=bit_width)
        self.fc3 = QuantLinear(84, 10, bit_width=bit_width)
        for name in ("conv1", "conv2", "fc1", "fc2", "fc3"):
            setattr(self, name, SHARED.setdefault((name, bit_width), getattr(self, name)))
        self.conv1 = SHARED.setdefault("conv1", self.conv1)
