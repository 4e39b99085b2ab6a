# fails: fc_block_plain
# en: With norm=False your fc_block leaves out the activation as well, although it was given one.
#     Read again which argument decides on which layer.
# ja: norm=False のとき、fc_block は渡された活性化関数まで入れていません。
#     どの引数がどの層を決めるのか、読み直してください。
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
        layers += [nn.BatchNorm1d(out_features), *([act] if act is not None else [])]
    return nn.Sequential(*layers)


def binary_network(width=8, classes=10):
    act, quant = BinarySign(), Int8Float(5)
    sizes = (3, width, 2 * width, 4 * width, 8 * width)
    blocks = [conv_block(*pair, act, quant) for pair in zip(sizes, sizes[1:])]
    hidden = fc_block(32 * width, 16 * width, act, quant)
    return nn.Sequential(*blocks, nn.Flatten(), hidden, fc_block(16 * width, classes, None, quant, norm=False))
