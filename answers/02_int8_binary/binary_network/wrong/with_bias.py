# fails: conv_block, fc_block, fc_block_alone, fc_block_plain, scores, three_classes, first_norm, names, defaults, learning, apart, conv_block_other
# en: Your convolutions and linear layers have a bias. Section 7 says why none of them needs one.
# ja: 畳み込みと全結合に、バイアスがあります。なぜ要らないのか、7 節を読み直してください。
def conv_block(in_channels, out_channels, act, quant):
    return nn.Sequential(
        QuantizedConv2d(in_channels, out_channels, 3, padding=1, quantizer=quant),
        nn.BatchNorm2d(out_channels),
        nn.MaxPool2d(2),
        act,
    )


def fc_block(in_features, out_features, act, quant, norm=True):
    layers = [QuantizedLinear(in_features, out_features, quantizer=quant)]
    if norm:
        layers.append(nn.BatchNorm1d(out_features))
    if act is not None:
        layers.append(act)
    return nn.Sequential(*layers)


def binary_network(width=8, classes=10):
    act, quant = BinarySign(), Int8Float(5)
    return nn.Sequential(
        conv_block(3, width, act, quant),
        conv_block(width, 2 * width, act, quant),
        conv_block(2 * width, 4 * width, act, quant),
        conv_block(4 * width, 8 * width, act, quant),
        nn.Flatten(),
        fc_block(32 * width, 16 * width, act, quant),
        fc_block(16 * width, classes, None, quant, norm=False),
    )
