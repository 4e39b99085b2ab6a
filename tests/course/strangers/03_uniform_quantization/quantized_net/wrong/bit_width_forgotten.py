# mistake: bit_width is not handed over
# named: bit_width_ignored
def quantized(network, bit_width=4):
    """Put a quantized layer in the place of each convolution and each linear layer, with its weights."""
    for name, layer in list(network.named_modules()):
        if isinstance(layer, nn.Conv2d):
            new = QuantConv2d(
                layer.in_channels, layer.out_channels, layer.kernel_size, stride=layer.stride,
                padding=layer.padding, dilation=layer.dilation, groups=layer.groups,
                bias=layer.bias is not None,
            )
        elif isinstance(layer, nn.Linear):
            new = QuantLinear(
                layer.in_features, layer.out_features, bias=layer.bias is not None
            )
        else:
            continue
        new.load_state_dict(layer.state_dict())
        network.set_submodule(name, new)
    return network
