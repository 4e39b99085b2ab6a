# mistake: the zero point is put around the image, with the wrong sign
# named: padded_with_the_zero_point
def integer_conv2d(x, weight, bias, x_zero, weight_zero, stride=1, padding=0):
    x = F.pad(x.int(), [padding] * 4, value=x_zero)
    weight = weight.int()
    sums = F.conv2d(x, weight, stride=stride)
    below = F.conv2d(x, torch.ones_like(weight[:1]), stride=stride)
    n = weight[0].numel()
    per_output = x_zero * weight.sum((1, 2, 3)) + n * x_zero * weight_zero + bias
    return sums + weight_zero * below + per_output[:, None, None]
