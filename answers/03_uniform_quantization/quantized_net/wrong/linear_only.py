# fails: layers, layers_b, state_dict, y, settings, nested, by_name, two_networks, y_b8
# en: Only your linear layers are quantized; the convolutions are still those of floats.
# ja: 量子化されているのは全結合層だけで、畳み込み層はもとのままです。
def quantized(network, bit_width=4):
    for path, layer in list(network.named_modules()):
        has_bias = getattr(layer, "bias", None) is not None
        if isinstance(layer, nn.Linear):
            new = QuantLinear(layer.in_features, layer.out_features, bias=has_bias, bit_width=bit_width)
        else:
            continue
        new.load_state_dict(layer.state_dict())
        network.set_submodule(path, new)
    return network
