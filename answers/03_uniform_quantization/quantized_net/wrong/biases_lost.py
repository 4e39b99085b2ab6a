# fails: y, settings, nested, weights, y_b8, state_dict
# en: Your new layers take over the weights, but not the biases.
# ja: 新しい層は重みだけを引き継いでいて、バイアスを引き継いでいません。
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
        new.load_state_dict({"weight": layer.weight}, strict=False)
        network.set_submodule(path, new)
    return network
