def conv_block(in_channels, out_channels, act, quant):
    return nn.Sequential(
        QuantizedConv2d(in_channels, out_channels, (3, 3), 1, 1, bias=False, quantizer=quant),
        nn.BatchNorm2d(out_channels),
        nn.MaxPool2d((2, 2)),
        act or nn.Identity(),
    )


def fc_block(in_features, out_features, act, quant, norm=True):
    return nn.Sequential(
        QuantizedLinear(in_features, out_features, bias=False, quantizer=quant),
        nn.BatchNorm1d(out_features) if norm else nn.Identity(),
        act or nn.Identity(),
    )


def binary_network(width=8, classes=10):
    w, act, quant = width, BinarySign(), Int8Float(5)
    sizes = ((3, w), (w, 2 * w), (2 * w, 4 * w), (4 * w, 8 * w))
    return nn.Sequential(
        *(conv_block(a, b, act, quant) for a, b in sizes),
        nn.Flatten(start_dim=1),
        fc_block(32 * w, 16 * w, act, quant),
        fc_block(16 * w, classes, None, quant, norm=False),
    )
