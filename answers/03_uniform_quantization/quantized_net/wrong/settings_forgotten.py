# fails: settings
# en: Your convolutions forget how the old ones were made: stride, padding and the rest are those of a
#     fresh nn.Conv2d.
# ja: もとの畳み込み層の設定を引き継いでいません。stride や padding などが、何も指定しない nn.Conv2d と
#     同じになっています。
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
