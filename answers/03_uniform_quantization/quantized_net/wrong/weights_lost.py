# fails: y, settings, nested, weights, y_b8, state_dict
# en: Your new layers start with random weights: what the network had learned is gone. Look again at
#     the third question.
# ja: 新しい層の重みが乱数です。ネットワークが学習したものが失われています。
#     3 つ目の問いをもう一度見てください。
def quantized(network, bit_width=4):
    for path, layer in list(network.named_modules()):
        has_bias = getattr(layer, "bias", None) is not None
        if isinstance(layer, nn.Conv2d):
            settings = {name: getattr(layer, name) for name in ("stride", "padding", "dilation", "groups")}
            sizes = layer.in_channels, layer.out_channels, layer.kernel_size
            new = QuantConv2d(*sizes, **settings, bias=has_bias, bit_width=bit_width)
        elif isinstance(layer, nn.Linear):
            new = QuantLinear(layer.in_features, layer.out_features, bias=has_bias, bit_width=bit_width)
        else:
            continue
        network.set_submodule(path, new)
    return network
