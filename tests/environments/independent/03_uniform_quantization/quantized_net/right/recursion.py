# a function that calls itself for the children
def quantized(network, bit_width=4):
    """Put a quantized layer in the place of each convolution and each linear layer, with its weights."""
    for name, child in network.named_children():
        kind = {nn.Conv2d: QuantConv2d, nn.Linear: QuantLinear}.get(type(child))
        if kind is None:
            quantized(child, bit_width)
            continue
        given = ("in_channels", "out_channels", "kernel_size", "stride", "padding",
                 "dilation", "groups", "padding_mode")
        if kind is QuantLinear:
            given = ("in_features", "out_features")
        settings = {one: getattr(child, one) for one in given}
        new = kind(**settings, bias=child.bias is not None, bit_width=bit_width)
        new.weight, new.bias = child.weight, child.bias
        setattr(network, name, new)
    return network
