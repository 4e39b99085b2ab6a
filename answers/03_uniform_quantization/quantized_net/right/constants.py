SETTINGS = ("in_channels out_channels kernel_size stride padding dilation groups "
            "padding_mode").split()


def copy_of(layer, bit_width):
    bias = layer.bias is not None
    if isinstance(layer, nn.Linear):
        return QuantLinear(layer.in_features, layer.out_features, bias, bit_width=bit_width)
    return QuantConv2d(bias=bias, bit_width=bit_width, **{name: getattr(layer, name) for name in SETTINGS})


def quantized(network, bit_width=4):
    old = {path: layer for path, layer in network.named_modules() if isinstance(layer, (nn.Conv2d, nn.Linear))}
    for path, layer in old.items():
        new = copy_of(layer, bit_width)
        new.load_state_dict(layer.state_dict())
        network.set_submodule(path, new)
    return network
