# fails: both_zeros, stride, padding_both, kernel_of_one
# en: The product of the zero points is counted for the weights of all outputs together.
# ja: ゼロ点どうしの積を、全出力の重みの数だけ数えています。
def integer_conv2d(x, weight, bias, x_zero, weight_zero, stride=1, padding=0):
    x, weight = F.pad(x.int(), [padding] * 4, value=-x_zero), weight.int()
    of_weight = x_zero * weight.sum((1, 2, 3)) + weight.numel() * x_zero * weight_zero
    of_x = weight_zero * F.conv2d(x, torch.ones_like(weight[:1]), stride=stride)
    return F.conv2d(x, weight, stride=stride) + of_x + (of_weight + bias).reshape(-1, 1, 1)
