# mistake: the weights are stored quantized
# named: weights_quantized_at_once
def quantized(network, bit_width=4):
    """Put a quantized layer in the place of each convolution and each linear layer, with its weights."""
    for name, layer in list(network.named_modules()):
        if isinstance(layer, nn.Conv2d):
            new = QuantConv2d(
                layer.in_channels, layer.out_channels, layer.kernel_size, stride=layer.stride,
                padding=layer.padding, dilation=layer.dilation, groups=layer.groups,
                bias=layer.bias is not None, bit_width=bit_width,
            )
        elif isinstance(layer, nn.Linear):
            new = QuantLinear(
                layer.in_features, layer.out_features, bias=layer.bias is not None, bit_width=bit_width
            )
        else:
            continue
        new.load_state_dict(layer.state_dict())
        new.weight.data = new.weight_quantizer(new.weight.data)
        network.set_submodule(name, new)
    return network
