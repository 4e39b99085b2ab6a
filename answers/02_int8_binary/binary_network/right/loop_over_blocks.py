def conv_block(in_channels, out_channels, act, quant):
    conv = QuantizedConv2d(in_channels, out_channels, kernel_size=3, padding=1, bias=False, quantizer=quant)
    return nn.Sequential(conv, nn.BatchNorm2d(out_channels), nn.MaxPool2d(2, 2), act)


def fc_block(in_features, out_features, act, quant, norm=True):
    block = nn.Sequential(QuantizedLinear(in_features, out_features, bias=False, quantizer=quant))
    if norm:
        block.append(nn.BatchNorm1d(out_features))
    if act:
        block.append(act)
    return block


def binary_network(width=8, classes=10):
    channels = [3, width, 2 * width, 4 * width, 8 * width]
    blocks = [conv_block(a, b, BinarySign(), Int8Float(5)) for a, b in zip(channels[:-1], channels[1:])]
    blocks += [nn.Flatten(), fc_block(4 * channels[-1], 2 * channels[-1], BinarySign(), Int8Float(5))]
    return nn.Sequential(*blocks, fc_block(2 * channels[-1], classes, None, Int8Float(5), norm=False))
