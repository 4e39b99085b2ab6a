def binary_network(width=8, classes=10, side=32):
    act, quant = BinarySign(), Int8Float(5)
    layers, inputs, outputs, size = [], 3, width, side
    while size != 2:
        layers.append(conv_block(inputs, outputs, act, quant))
        inputs, outputs, size = outputs, 2 * outputs, size // 2
    layers.append(nn.Flatten())
    with torch.no_grad():
        measured = nn.Sequential(*layers).eval()(torch.zeros(1, 3, side, side)).shape[1]
    layers.append(fc_block(measured, outputs, act, quant))
    layers.append(fc_block(outputs, classes, None, quant, norm=False))
    return nn.Sequential(*layers).train()
