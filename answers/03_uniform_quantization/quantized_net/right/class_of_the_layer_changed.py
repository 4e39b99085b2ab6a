def quantized(network, bit_width=4):
    kinds = {nn.Conv2d: QuantConv2d, nn.Linear: QuantLinear}
    for layer in network.modules():
        for kind, new in kinds.items():
            if isinstance(layer, kind):
                layer.__class__ = new
                layer.input_quantizer = Quantizer(bit_width)
                layer.weight_quantizer = Quantizer(bit_width)
    return network
