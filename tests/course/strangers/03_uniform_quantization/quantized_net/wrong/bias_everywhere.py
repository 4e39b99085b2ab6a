# mistake: each new layer has a bias, also where the old one had none
# named: always_a_bias
def quantized(network, bit_width=4):
    """Put a quantized layer in the place of each convolution and each linear layer, with its weights."""
    for name, layer in list(network.named_modules()):
        if isinstance(layer, nn.Conv2d):
            new = QuantConv2d(
                layer.in_channels, layer.out_channels, layer.kernel_size, stride=layer.stride,
                padding=layer.padding, dilation=layer.dilation, groups=layer.groups,
                bit_width=bit_width,
            )
        elif isinstance(layer, nn.Linear):
            new = QuantLinear(
                layer.in_features, layer.out_features, bit_width=bit_width
            )
        else:
            continue
        new.load_state_dict(layer.state_dict(), strict=False)
        network.set_submodule(name, new)
    return network
