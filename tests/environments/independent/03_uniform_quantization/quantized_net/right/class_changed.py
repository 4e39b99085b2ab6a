# the layers stay where they are and become of another class
def quantized(network, bit_width=4):
    """Put a quantized layer in the place of each convolution and each linear layer, with its weights."""
    for layer in [*network.modules()]:
        if isinstance(layer, nn.Conv2d):
            layer.__class__ = QuantConv2d
        elif isinstance(layer, nn.Linear):
            layer.__class__ = QuantLinear
        else:
            continue
        layer.input_quantizer = Quantizer(bit_width)
        layer.weight_quantizer = Quantizer(bit_width)
    return network
