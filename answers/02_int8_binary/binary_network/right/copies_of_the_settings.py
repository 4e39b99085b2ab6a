import copy


def conv_block(in_channels, out_channels, act, quant):
    layers = []
    layers.append(QuantizedConv2d(in_channels, out_channels, 3, padding="same", bias=False, quantizer=copy.deepcopy(quant)))
    layers.append(nn.BatchNorm2d(out_channels))
    layers.append(nn.MaxPool2d(kernel_size=2))
    layers.append(copy.deepcopy(act))
    return nn.Sequential(*layers)


def fc_block(in_features, out_features, act, quant, norm=True):
    layers = [QuantizedLinear(in_features, out_features, bias=False, quantizer=copy.deepcopy(quant))]
    layers += [nn.BatchNorm1d(out_features)] if norm else []
    layers += [copy.deepcopy(act)] if act is not None else []
    return nn.Sequential(*layers)


def binary_network(width=8, classes=10):
    settings = {"act": BinarySign(), "quant": Int8Float(5)}
    features = [conv_block(3, width, **settings)]
    for factor in (1, 2, 4):
        features.append(conv_block(factor * width, 2 * factor * width, **settings))
    hidden = fc_block(8 * width * 2 * 2, 16 * width, **settings)
    return nn.Sequential(*features, nn.Flatten(), hidden, fc_block(16 * width, classes, None, settings["quant"], False))
