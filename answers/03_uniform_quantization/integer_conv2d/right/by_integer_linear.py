def integer_conv2d(x, weight, bias, x_zero, weight_zero, stride=1, padding=0):
    high, wide = weight.shape[2:]
    x = F.pad(x, [padding] * 4, value=-x_zero)
    below = x.unfold(2, high, stride).unfold(3, wide, stride).permute(0, 2, 3, 1, 4, 5)
    images, height, width = below.shape[:3]
    rows, kernels = below.reshape(images * height * width, -1), weight.flatten(1)
    sums = integer_linear(rows, kernels, bias, x_zero, weight_zero)
    return sums.reshape(images, height, width, -1).permute(0, 3, 1, 2)
