# mistake: the sum over the inputs is that of the whole image, not of what lies below the kernel
# named: sum_of_the_whole_image
def integer_conv2d(x, weight, bias, x_zero, weight_zero, stride=1, padding=0):
    x = F.pad(x.int(), [padding] * 4, value=-x_zero)
    weight = weight.int()
    n = weight[0].numel()
    a = F.conv2d(x, weight, stride=stride)
    c = weight_zero * x.sum(dim=[1, 2, 3], keepdim=True)
    fixed = x_zero * weight.sum(dim=[1, 2, 3]) + n * x_zero * weight_zero + bias
    return a + c + fixed.view(-1, 1, 1)
