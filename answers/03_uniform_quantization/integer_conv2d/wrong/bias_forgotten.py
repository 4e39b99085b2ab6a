# fails: products, x_zero, both_zeros, stride, padding, padding_both, many_inputs, kernel_of_one, other_shape
# en: The bias does not appear in your sums.
# ja: 和にバイアスが入っていません。
def integer_conv2d(x, weight, bias, x_zero, weight_zero, stride=1, padding=0):
    x, weight = F.pad(x.int(), [padding] * 4, value=-x_zero), weight.int()
    of_weight = x_zero * weight.sum((1, 2, 3)) + weight[0].numel() * x_zero * weight_zero
    of_x = weight_zero * F.conv2d(x, torch.ones_like(weight[:1]), stride=stride)
    return F.conv2d(x, weight, stride=stride) + of_x + of_weight.reshape(-1, 1, 1)
