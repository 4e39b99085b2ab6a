# fails: layers, layers_b, y, settings, nested, by_name, two_networks
# en: The first layer that your loop meets always has 8 bits. That is often wise, but here all layers
#     should have the bit width that was asked for.
# ja: 最初の層がいつも 8 ビットです。実際にはよい工夫であることも多いのですが、
#     ここでは、すべての層を指定されたビット幅にしてください。
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
        if not any(isinstance(done, (QuantConv2d, QuantLinear)) for done in network.modules()):
            new.input_quantizer.bit_width = new.weight_quantizer.bit_width = 8
        new.load_state_dict(layer.state_dict())
        network.set_submodule(path, new)
    return network
