# fails: stride, padding_both
# en: Of your two convolutions one goes in steps of stride, and the other visits every place, so
#     that their shapes do not agree.
# ja: 2 つの畳み込みのうち、一方は stride ずつ進み、
#     もう一方はすべての位置を通るので、形が合いません。
def integer_conv2d(x, weight, bias, x_zero, weight_zero, stride=1, padding=0):
    x, weight = F.pad(x.int(), [padding] * 4, value=-x_zero), weight.int()
    of_weight = x_zero * weight.sum((1, 2, 3)) + weight[0].numel() * x_zero * weight_zero
    of_x = weight_zero * F.conv2d(x, torch.ones_like(weight[:1]))
    return F.conv2d(x, weight, stride=stride) + of_x + (of_weight + bias).reshape(-1, 1, 1)
