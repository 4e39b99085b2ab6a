# fails: y, settings, nested, weights, y_b8, state_dict
# en: You store weights that are already quantized. The layer does that anew in each forward pass; what
#     it stores has to keep its full precision.
# ja: すでに量子化した値を重みとして入れています。
#     量子化は層が順伝播のたびに行います。層が持つ重みは、元の精度のままでなければなりません。
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
        new.load_state_dict(layer.state_dict())
        new.weight.data = quantization(new.weight.data, bit_width)
        network.set_submodule(path, new)
    return network
