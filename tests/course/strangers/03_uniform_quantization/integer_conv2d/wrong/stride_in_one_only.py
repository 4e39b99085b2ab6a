# mistake: the convolution with ones goes by steps of 1
# named: stride_in_one_only
def integer_conv2d(x, weight, bias, x_zero, weight_zero, stride=1, padding=0):
    x = F.pad(x.int(), [padding] * 4, value=-x_zero)
    weight = weight.int()
    n = weight[0].numel()
    a = F.conv2d(x, weight, stride=stride)
    c = F.conv2d(x, torch.ones_like(weight[:1]))
    fixed = x_zero * weight.sum(dim=[1, 2, 3]) + n * x_zero * weight_zero + bias
    return a + weight_zero * c + fixed[:, None, None]
