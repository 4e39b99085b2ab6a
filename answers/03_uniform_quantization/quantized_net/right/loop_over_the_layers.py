class QuantizedNet(Net):
    def __init__(self, bit_width=4):
        super().__init__()
        for name, layer in list(self.named_children()):
            if isinstance(layer, nn.Conv2d):
                setattr(self, name, QuantConv2d(layer.in_channels, layer.out_channels, layer.kernel_size, bit_width=bit_width))
            elif isinstance(layer, nn.Linear):
                setattr(self, name, QuantLinear(layer.in_features, layer.out_features, bit_width=bit_width))
