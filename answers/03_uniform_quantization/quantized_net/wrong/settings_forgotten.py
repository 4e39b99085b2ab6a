# fails: settings
# en: Your convolutions do not take over all settings of the old ones. Begin with groups: without it
#     the weights have another shape. Then look at the others.
# ja: もとの畳み込み層の設定を、すべては引き継いでいません。まず groups を見てください。
#     groups がないと、重みの形が変わります。それから、ほかの設定も確かめてください。
def quantized(network, bit_width=4):
    for path, layer in list(network.named_modules()):
        has_bias = getattr(layer, "bias", None) is not None
        if isinstance(layer, nn.Conv2d):
            settings = {name: getattr(layer, name) for name in ("stride", "padding", "dilation", "groups")}
            sizes = layer.in_channels, layer.out_channels, layer.kernel_size
            new = QuantConv2d(*sizes, bias=has_bias, bit_width=bit_width)
        elif isinstance(layer, nn.Linear):
            new = QuantLinear(layer.in_features, layer.out_features, bias=has_bias, bit_width=bit_width)
        else:
            continue
        new.load_state_dict(layer.state_dict())
        network.set_submodule(path, new)
    return network
