# fails: settings
# en: Your convolutions forget one setting of the old ones: stride.
# ja: もとの畳み込み層の設定のうち、stride だけを引き継いでいません。
def quantized(network, bit_width=4):
    for path, layer in list(network.named_modules()):
        has_bias = getattr(layer, "bias", None) is not None
        if isinstance(layer, nn.Conv2d):
            settings = {name: getattr(layer, name) for name in ("padding", "dilation", "groups")}
            sizes = layer.in_channels, layer.out_channels, layer.kernel_size
            new = QuantConv2d(*sizes, **settings, bias=has_bias, bit_width=bit_width)
        elif isinstance(layer, nn.Linear):
            new = QuantLinear(layer.in_features, layer.out_features, bias=has_bias, bit_width=bit_width)
        else:
            continue
        new.load_state_dict(layer.state_dict())
        network.set_submodule(path, new)
    return network
