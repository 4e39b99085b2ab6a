def quantized(network, bit_width=4):
    kinds = {nn.Conv2d: QuantConv2d, nn.Linear: QuantLinear}
    for layer in network.modules():
        new = next((kinds[kind] for kind in kinds if isinstance(layer, kind)), None)
        if new:
            layer.__class__ = new
            layer.input_quantizer, layer.weight_quantizer = Quantizer(bit_width), Quantizer(bit_width)
    return network
