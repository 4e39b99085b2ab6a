class ConvBlock(nn.Sequential):
    def __init__(self, in_channels, out_channels, act, quant):
        conv = QuantizedConv2d(in_channels, out_channels, 3, padding=1, bias=False, quantizer=quant)
        super().__init__(conv, nn.BatchNorm2d(out_channels), nn.MaxPool2d(2), act)


def conv_block(in_channels, out_channels, act, quant):
    return ConvBlock(in_channels, out_channels, act, quant)


def fc_block(in_features, out_features, act, quant, norm=True):
    linear = QuantizedLinear(in_features, out_features, bias=False, quantizer=quant)
    rest = [nn.BatchNorm1d(out_features) if norm else None, act]
    return nn.Sequential(linear, *[layer for layer in rest if layer is not None])


def binary_network(width=8, classes=10):
    act, quant = BinarySign(), Int8Float(5)
    network = nn.Sequential(conv_block(3, width, act, quant))
    for _ in range(3):
        channels = network[-1][1].num_features
        network.append(conv_block(channels, 2 * channels, act, quant))
    network.append(nn.Flatten())
    network.append(fc_block(32 * width, 16 * width, act, quant))
    return network.append(fc_block(16 * width, classes, None, quant, norm=False))
