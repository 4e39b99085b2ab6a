# mistake: the new convolutions have no stride, padding, dilation and groups
def quantized(network, bit_width=4):
    for path, layer in list(network.named_modules()):
        if type(layer) is nn.Conv2d:
            new = QuantConv2d(layer.in_channels, layer.out_channels, layer.kernel_size[0], bias=layer.bias is not None, bit_width=bit_width)
        elif type(layer) is nn.Linear:
            new = QuantLinear(layer.in_features, layer.out_features, bias=layer.bias is not None, bit_width=bit_width)
        else:
            continue
        new.load_state_dict(layer.state_dict())
        network.set_submodule(path, new)
    return network
