# fails: many_inputs
# en: Your products are summed as float32, where not every integer beyond 2**24 has a place.
# ja: 積を float32 で足しています。float32 は、2**24 を超える整数をすべては表せません。
def integer_conv2d(x, weight, bias, x_zero, weight_zero, stride=1, padding=0):
    x, weight = F.pad(x.float(), [padding] * 4, value=-x_zero), weight.float()
    of_weight = x_zero * weight.sum((1, 2, 3)) + weight[0].numel() * x_zero * weight_zero
    of_x = weight_zero * F.conv2d(x, torch.ones_like(weight[:1]), stride=stride)
    sums = F.conv2d(x, weight, stride=stride) + of_x + (of_weight + bias).reshape(-1, 1, 1)
    return sums.int()
