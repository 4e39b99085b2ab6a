# fails: layers_b, y_b8, by_name, two_networks, layers
# en: All of your layers have 4 bits, whatever bit width is asked for: they never hear of it. Look at
#     the arguments of each layer.
# ja: どんなビット幅を渡しても、すべての層が 4 ビットです。ビット幅が層に伝わっていません。
#     各層の引数を見てください。
def quantized(network, bit_width=4):
    for path, layer in list(network.named_modules()):
        has_bias = getattr(layer, "bias", None) is not None
        if isinstance(layer, nn.Conv2d):
            settings = {name: getattr(layer, name) for name in ("stride", "padding", "dilation", "groups")}
            sizes = layer.in_channels, layer.out_channels, layer.kernel_size
            new = QuantConv2d(*sizes, **settings, bias=has_bias)
        elif isinstance(layer, nn.Linear):
            new = QuantLinear(layer.in_features, layer.out_features, bias=has_bias)
        else:
            continue
        new.load_state_dict(layer.state_dict())
        network.set_submodule(path, new)
    return network
