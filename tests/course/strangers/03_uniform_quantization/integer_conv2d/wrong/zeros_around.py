# mistake: padding puts the integer 0 around the image, which does not stand for 0
# named: padded_with_zero
def integer_conv2d(x, weight, bias, x_zero, weight_zero, stride=1, padding=0):
    x, weight = x.int(), weight.int()
    sums = F.conv2d(x, weight, stride=stride, padding=padding)
    ones = torch.ones_like(weight[:1])
    n = weight[0].numel()
    sums = sums + x_zero * weight.sum(dim=(1, 2, 3)).view(-1, 1, 1)
    sums = sums + weight_zero * F.conv2d(x, ones, stride=stride, padding=padding)
    return sums + n * x_zero * weight_zero + bias.view(-1, 1, 1)
