def binary_network(width=8, classes=10, side=32):
    w, act, quant = width, BinarySign(), Int8Float(5)
    count = side.bit_length() - 2
    sizes = [3, *(w * 2**k for k in range(count))]
    return nn.Sequential(
        *(conv_block(a, b, act, quant) for a, b in zip(sizes, sizes[1:])),
        nn.Flatten(start_dim=1),
        fc_block(4 * sizes[-1], 2 * sizes[-1], act, quant),
        fc_block(2 * sizes[-1], classes, None, quant, norm=False),
    )
