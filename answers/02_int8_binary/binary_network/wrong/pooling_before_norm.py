# fails: conv_block, scores, three_classes, first_norm, names, defaults, learning, apart, conv_block_other
# en: In your convolution block pooling stands before batch norm. With a negative gain the largest
#     value becomes the smallest, so the order counts. Compare it with the table in section 7.
# ja: 畳み込みブロックで、プーリングがバッチ正規化より前にあります。
#     ゲインが負だと大小が逆になるので、順番で結果が変わります。7 節の表と比べてください。
def conv_block(in_channels, out_channels, act, quant):
    return nn.Sequential(
        QuantizedConv2d(in_channels, out_channels, 3, padding=1, bias=False, quantizer=quant),
        nn.MaxPool2d(2),
        nn.BatchNorm2d(out_channels),
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
