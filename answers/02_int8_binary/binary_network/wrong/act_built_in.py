# fails: conv_block, fc_block, conv_block_other, fc_block_plain
# en: Your blocks always end with BinarySign, whatever act they are given. In your network that
#     makes no difference, but the functions are to work with any activation. Follow the argument
#     act.
# ja: どんな act を渡しても、ブロックの最後がいつも BinarySign になっています。
#     このネットワークでは同じことですが、関数はどんな活性化関数でも働くはずです。
#     引数 act がどこで使われているか、たどってください。
def conv_block(in_channels, out_channels, act, quant):
    return nn.Sequential(
        QuantizedConv2d(in_channels, out_channels, 3, padding=1, bias=False, quantizer=quant),
        nn.BatchNorm2d(out_channels),
        nn.MaxPool2d(2),
        BinarySign(),
    )


def fc_block(in_features, out_features, act, quant, norm=True):
    layers = [QuantizedLinear(in_features, out_features, bias=False, quantizer=quant)]
    if norm:
        layers.append(nn.BatchNorm1d(out_features))
    if act is not None:
        layers.append(BinarySign())
    return nn.Sequential(*layers)


def binary_network(width=8, classes=10):
    act, quant = BinarySign(), Int8Float(5)
    return nn.Sequential(
        conv_block(3, width, act, quant),
        conv_block(width, 2 * width, act, quant),
        conv_block(2 * width, 4 * width, act, quant),
        conv_block(4 * width, 8 * width, act, quant),
        nn.Flatten(),
        fc_block(32 * width, 16 * width, act, quant),
        fc_block(16 * width, classes, None, quant, norm=False),
    )
