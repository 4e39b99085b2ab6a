import math


def binary_network(width=8, classes=10, side=32):
    blocks = []
    for block in range(int(math.log2(side)) - 1):
        inputs = 3 if block == 0 else width * 2 ** (block - 1)
        blocks.append(conv_block(inputs, width * 2**block, BinarySign(), Int8Float(frac=5)))
    last = width * 2**block
    blocks += [nn.Flatten(), fc_block(4 * last, 2 * last, BinarySign(), Int8Float(5))]
    return nn.Sequential(*blocks, fc_block(2 * last, classes, None, Int8Float(5), norm=False))
