def quantized(network, bit_width=4):
    numbers = {name: value.clone() for name, value in network.state_dict().items()}
    for path, layer in list(network.named_modules()):
        if isinstance(layer, nn.Conv2d):
            new = QuantConv2d(layer.in_channels, layer.out_channels, layer.kernel_size, stride=layer.stride,
                              padding=layer.padding, dilation=layer.dilation, groups=layer.groups,
                              bias=layer.bias is not None, padding_mode=layer.padding_mode,
                              bit_width=bit_width)
            network.set_submodule(path, new)
        if isinstance(layer, nn.Linear):
            new = QuantLinear(layer.in_features, layer.out_features, bias=layer.bias is not None, bit_width=bit_width)
            network.set_submodule(path, new)
    network.load_state_dict(numbers)
    return network
