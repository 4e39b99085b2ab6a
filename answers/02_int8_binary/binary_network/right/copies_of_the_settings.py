import copy


def binary_network(width=8, classes=10, side=32):
    settings = {"act": BinarySign(), "quant": Int8Float(5)}
    features, inputs, outputs = [], 3, width
    while side >= 4:
        features.append(conv_block(inputs, outputs, **copy.deepcopy(settings)))
        inputs, outputs = outputs, outputs * 2
        side /= 2
    hidden = fc_block(2 * 2 * inputs, outputs, **settings)
    last = fc_block(outputs, classes, None, settings["quant"], False)
    return nn.Sequential(*features, nn.Flatten(), hidden, last)
