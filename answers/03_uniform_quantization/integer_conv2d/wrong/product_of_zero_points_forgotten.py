# fails: both_zeros, stride, padding_both, kernel_of_one, other_shape
# en: The term in which both zero points meet is missing.
# ja: 2 つのゼロ点の積の項が抜けています。
def integer_conv2d(x, weight, bias, x_zero, weight_zero, stride=1, padding=0):
    x, weight = F.pad(x.int(), [padding] * 4, value=-x_zero), weight.int()
    of_weight = x_zero * weight.sum((1, 2, 3))
    of_x = weight_zero * F.conv2d(x, torch.ones_like(weight[:1]), stride=stride)
    return F.conv2d(x, weight, stride=stride) + of_x + (of_weight + bias).reshape(-1, 1, 1)
