# fails: nested
# en: Your loop sees only the layers that the network holds itself. Those in a block stay as they were.
# ja: ネットワークが直接持っている層しか見ていません。ブロックの中の層はそのままです。
def quantized(network, bit_width=4):
    for path, layer in list(network.named_children()):
        has_bias = getattr(layer, "bias", None) is not None
        if isinstance(layer, nn.Conv2d):
            settings = {name: getattr(layer, name) for name in ("stride", "padding", "dilation", "groups")}
            sizes = layer.in_channels, layer.out_channels, layer.kernel_size
            new = QuantConv2d(*sizes, **settings, bias=has_bias, bit_width=bit_width)
        elif isinstance(layer, nn.Linear):
            new = QuantLinear(layer.in_features, layer.out_features, bias=has_bias, bit_width=bit_width)
        else:
            continue
        new.load_state_dict(layer.state_dict())
        setattr(network, path, new)
    return network
