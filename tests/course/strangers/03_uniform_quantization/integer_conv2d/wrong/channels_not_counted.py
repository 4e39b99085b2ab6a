# mistake: n counts the places of the kernel, without the channels
# named: channels_not_counted
def integer_conv2d(x, weight, bias, x_zero, weight_zero, stride=1, padding=0):
    x = F.pad(x.int(), [padding] * 4, value=-x_zero)
    weight = weight.int()
    n = weight.shape[2] * weight.shape[3]
    a = F.conv2d(x, weight, stride=stride)
    b = x_zero * weight.sum(dim=[1, 2, 3])
    c = weight_zero * F.conv2d(x, torch.ones_like(weight), stride=stride)
    return a + c + (b + n * x_zero * weight_zero + bias).reshape(-1, 1, 1)
