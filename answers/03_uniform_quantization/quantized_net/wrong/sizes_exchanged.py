# fails: layers, layers_b, state_dict, y, settings, nested, weights, by_name, two_networks, y_b8
# en: Your linear layers have their inputs and outputs exchanged, so the old weights do not fit.
# ja: 全結合層の入力数と出力数が逆なので、もとの重みが入りません。
def quantized(network, bit_width=4):
    for path, layer in list(network.named_modules()):
        has_bias = getattr(layer, "bias", None) is not None
        if isinstance(layer, nn.Conv2d):
            settings = {name: getattr(layer, name) for name in ("stride", "padding", "dilation", "groups")}
            sizes = layer.in_channels, layer.out_channels, layer.kernel_size
            new = QuantConv2d(*sizes, **settings, bias=has_bias, bit_width=bit_width)
        elif isinstance(layer, nn.Linear):
            new = QuantLinear(layer.out_features, layer.in_features, bias=has_bias, bit_width=bit_width)
        else:
            continue
        new.load_state_dict(layer.state_dict())
        network.set_submodule(path, new)
    return network
