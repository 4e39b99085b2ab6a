def binary_network(width=8, classes=10, side=32):
    def blocks(inputs, outputs, side):
        if side == 2:
            return [nn.Flatten(), fc_block(4 * inputs, outputs, act, quant),
                    fc_block(outputs, classes, act=None, quant=quant, norm=False)]
        return [conv_block(inputs, outputs, act, quant), *blocks(outputs, 2 * outputs, side // 2)]

    act, quant = BinarySign(), Int8Float(5)
    return nn.Sequential(*blocks(3, width, side))
