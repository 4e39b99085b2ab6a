# fails: conv_block, fc_block, fc_block_alone, scores, three_classes, first_norm, names, defaults, learning, apart, conv_block_other
# en: Your blocks use PyTorch's own layers, so nothing is quantized anywhere. Section 6 has prepared
#     two layers for this.
# ja: ブロックに PyTorch のふつうの層を使っているので、どこも量子化されません。
#     6 節で、そのための層を 2 つ用意しました。
def conv_block(in_channels, out_channels, act, quant):
    return nn.Sequential(
        nn.Conv2d(in_channels, out_channels, 3, padding=1, bias=False),
        nn.BatchNorm2d(out_channels),
        nn.MaxPool2d(2),
        act,
    )


def fc_block(in_features, out_features, act, quant, norm=True):
    layers = [nn.Linear(in_features, out_features, bias=False)]
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
