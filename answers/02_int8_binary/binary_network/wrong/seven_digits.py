# fails: scores, three_classes, first_norm, names, defaults, learning, apart
# en: Your weights are quantized in steps of 1/128, and everything from 1 on is cut off. Look at the
#     quantizer that section 7 names for all weights.
# ja: 重みを 1/128 刻みで量子化していて、1 以上の重みは範囲に入りません。
#     7 節に書かれた、すべての重みの量子化の設定を見直してください。
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
    act, quant = BinarySign(), Int8Float(7)
    return nn.Sequential(
        conv_block(3, width, act, quant),
        conv_block(width, 2 * width, act, quant),
        conv_block(2 * width, 4 * width, act, quant),
        conv_block(4 * width, 8 * width, act, quant),
        nn.Flatten(),
        fc_block(32 * width, 16 * width, act, quant),
        fc_block(16 * width, classes, None, quant, norm=False),
    )
