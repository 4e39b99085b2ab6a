def binary_network(width=8, classes=10, side=32):
    act, quant = BinarySign(), Int8Float(5)
    network = nn.Sequential(conv_block(3, width, act, quant))
    while (side := side // 2) != 2:
        channels = network[-1][1].num_features
        network.append(conv_block(channels, 2 * channels, act, quant))
    channels = network[-1][1].num_features
    network.append(nn.Flatten())
    network.append(fc_block(4 * channels, 2 * channels, act, quant))
    return network.append(fc_block(2 * channels, classes, None, quant, norm=False))
