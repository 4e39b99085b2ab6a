def conv_block(in_channels, out_channels, act, quant):
    def layers():
        yield QuantizedConv2d(in_channels, out_channels, 3, quantizer=quant, bias=False, padding=(1, 1))
        yield nn.BatchNorm2d(num_features=out_channels)
        yield nn.MaxPool2d(2, stride=2)
        yield act

    return nn.Sequential(*layers())


def fc_block(in_features, out_features, act, quant, norm=True):
    def layers():
        yield QuantizedLinear(in_features, out_features, False, quantizer=quant)
        if norm:
            yield nn.BatchNorm1d(num_features=out_features)
        if act is not None:
            yield act

    return nn.Sequential(*layers())


def binary_network(width=8, classes=10):
    def conv(a, b):
        return conv_block(a * width, b * width, BinarySign(), quant)

    quant = Int8Float(frac=5)
    first = conv_block(3, width, BinarySign(), quant)
    hidden = fc_block(2 * 2 * 8 * width, 16 * width, BinarySign(), quant)
    scores = fc_block(16 * width, classes, act=None, quant=quant, norm=False)
    return nn.Sequential(first, conv(1, 2), conv(2, 4), conv(4, 8), nn.Flatten(), hidden, scores)
