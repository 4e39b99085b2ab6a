# fails: first_norm, names, defaults, learning, apart
# en: Your layers have names of their own, so the stored weights are called 0.conv.weight and so on.
#     The trained weights are handed in under other names. Read the paragraph about the names in the
#     task.
# ja: 層に自分で名前を付けているので、保存される重みの名前が 0.conv.weight などになります。
#     学習した重みは、別の名前で提出されます。課題で、重みの名前について読み直してください。
from collections import OrderedDict


def conv_block(in_channels, out_channels, act, quant):
    layers = OrderedDict()
    layers["conv"] = QuantizedConv2d(in_channels, out_channels, 3, padding=1, bias=False, quantizer=quant)
    layers["norm"] = nn.BatchNorm2d(out_channels)
    layers["pool"] = nn.MaxPool2d(2)
    layers["act"] = act
    return nn.Sequential(layers)


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
