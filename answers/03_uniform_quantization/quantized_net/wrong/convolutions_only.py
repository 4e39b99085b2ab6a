# fails: layers, layers_b, state_dict, y, settings, nested, by_name, two_networks, y_b8
# en: Only your convolutions are quantized; the linear layers are still those of floats.
# ja: 量子化されているのは畳み込み層だけで、全結合層はもとのままです。
def quantized(network, bit_width=4):
    for path, layer in list(network.named_modules()):
        has_bias = getattr(layer, "bias", None) is not None
        if isinstance(layer, nn.Conv2d):
            settings = {name: getattr(layer, name) for name in ("stride", "padding", "dilation", "groups")}
            sizes = layer.in_channels, layer.out_channels, layer.kernel_size
            new = QuantConv2d(*sizes, **settings, bias=has_bias, bit_width=bit_width)
        else:
            continue
        new.load_state_dict(layer.state_dict())
        network.set_submodule(path, new)
    return network
