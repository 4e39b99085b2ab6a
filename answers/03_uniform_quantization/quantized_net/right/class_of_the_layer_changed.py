class QuantizedNet(Net):
    def __init__(self, bit_width=4):
        super().__init__()
        for name in ("conv1", "conv2", "fc1", "fc2", "fc3"):
            layer = getattr(self, name)
            layer.__class__ = QuantConv2d if name.startswith("conv") else QuantLinear
            layer.input_quantizer, layer.weight_quantizer = Quantizer(bit_width), Quantizer(bit_width)
