# fails: apart
# en: Your first block is kept outside the function and used again, so two networks of the same
#     width share its weights. Training one of them changes the other. What should each call make
#     anew?
# ja: 最初のブロックを関数の外に保存して使い回しているので、
#     同じ幅の 2 つのネットワークが重みを共有します。
#     片方を学習させると、もう片方も変わってしまいます。
#     呼び出すたびに新しく作るべきものは何でしょうか。
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

FIRST = {}


def binary_network(width=8, classes=10):
    act, quant = BinarySign(), Int8Float(5)
    return nn.Sequential(
        FIRST.setdefault(width, conv_block(3, width, act, quant)),
        conv_block(width, 2 * width, act, quant),
        conv_block(2 * width, 4 * width, act, quant),
        conv_block(4 * width, 8 * width, act, quant),
        nn.Flatten(),
        fc_block(32 * width, 16 * width, act, quant),
        fc_block(16 * width, classes, None, quant, norm=False),
    )
