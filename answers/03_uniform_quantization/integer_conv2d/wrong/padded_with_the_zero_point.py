# fails: padding, padding_both, other_shape
# en: You put Z around the image. The value S (Q + Z) is 0 for another Q.
# ja: 画像の周りに Z を置いています。S (Q + Z) が 0 になる Q は、別の数です。
def integer_conv2d(x, weight, bias, x_zero, weight_zero, stride=1, padding=0):
    x, weight = F.pad(x.int(), [padding] * 4, value=x_zero), weight.int()
    of_weight = x_zero * weight.sum((1, 2, 3)) + weight[0].numel() * x_zero * weight_zero
    of_x = weight_zero * F.conv2d(x, torch.ones_like(weight[:1]), stride=stride)
    return F.conv2d(x, weight, stride=stride) + of_x + (of_weight + bias).reshape(-1, 1, 1)
