# fails: scores, three_classes, first_norm, names, defaults, learning, apart
# en: Your network calls the sign quant and the quantizer act. The blocks then quantize the weights
#     to signs and leave the activations as integers.
# ja: act と quant の名前が入れ替わっています。
#     そのため、重みが符号になり、活性化には int8 の量子化が使われます。
def conv_block(in_channels, out_channels, act, quant):
    return nn.Sequential(
        QuantizedConv2d(in_channels, out_channels, 3, padding=1, bias=False, quantizer=quant),
        nn.BatchNorm2d(out_channels),
        nn.MaxPool2d(2),
        act,
    )


def fc_block(in_features, out_features, act, quant, norm=True):
    layers = [QuantizedLinear(in_features, out_features, bias=False, quantizer=quant)]
    if norm:
        layers.append(nn.BatchNorm1d(out_features))
    if act is not None:
        layers.append(act)
    return nn.Sequential(*layers)


def binary_network(width=8, classes=10):
    quant, act = BinarySign(), Int8Float(5)
    return nn.Sequential(
        conv_block(3, width, act, quant),
        conv_block(width, 2 * width, act, quant),
        conv_block(2 * width, 4 * width, act, quant),
        conv_block(4 * width, 8 * width, act, quant),
        nn.Flatten(),
        fc_block(32 * width, 16 * width, act, quant),
        fc_block(16 * width, classes, None, quant, norm=False),
    )
