def quantized(network, bit_width=4):
    for name, layer in network.named_children():
        bias = getattr(layer, "bias", None) is not None
        if isinstance(layer, nn.Conv2d):
            new = QuantConv2d(layer.in_channels, layer.out_channels, layer.kernel_size, layer.stride, layer.padding,
                              layer.dilation, layer.groups, bias, layer.padding_mode,
                              bit_width=bit_width)
        elif isinstance(layer, nn.Linear):
            new = QuantLinear(layer.in_features, layer.out_features, bias, bit_width=bit_width)
        else:
            quantized(layer, bit_width)
            continue
        new.load_state_dict(layer.state_dict())
        setattr(network, name, new)
    return network
