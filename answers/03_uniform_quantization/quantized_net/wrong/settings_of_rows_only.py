# fails: settings
# en: Stride, padding and dilation are pairs, for rows and columns. You take the first number of
#     each for both.
# ja: stride、padding、dilation は、縦と横の 2 つの数の組です。
#     その 1 つ目の数を、縦と横の両方に使っています。
def quantized(network, bit_width=4):
    for path, layer in list(network.named_modules()):
        has_bias = getattr(layer, "bias", None) is not None
        if isinstance(layer, nn.Conv2d):
            settings = {name: getattr(layer, name)[0] for name in ("stride", "padding", "dilation")}
            settings["groups"] = layer.groups
            sizes = layer.in_channels, layer.out_channels, layer.kernel_size
            new = QuantConv2d(*sizes, **settings, bias=has_bias, bit_width=bit_width)
        elif isinstance(layer, nn.Linear):
            new = QuantLinear(layer.in_features, layer.out_features, bias=has_bias, bit_width=bit_width)
        else:
            continue
        new.load_state_dict(layer.state_dict())
        network.set_submodule(path, new)
    return network
