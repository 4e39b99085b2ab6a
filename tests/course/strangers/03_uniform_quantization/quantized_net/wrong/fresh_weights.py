# mistake: the trained weights are not taken over
# named: weights_lost
def quantized(network, bit_width=4):
    for path, layer in list(network.named_modules()):
        if isinstance(layer, nn.Conv2d):
            network.set_submodule(path, QuantConv2d(
                layer.in_channels, layer.out_channels, layer.kernel_size, layer.stride, layer.padding,
                layer.dilation, layer.groups, layer.bias is not None, bit_width=bit_width))
        if isinstance(layer, nn.Linear):
            network.set_submodule(path, QuantLinear(
                layer.in_features, layer.out_features, layer.bias is not None, bit_width=bit_width))
    return network
