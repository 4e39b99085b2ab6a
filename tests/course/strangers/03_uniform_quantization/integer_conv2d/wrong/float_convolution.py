# mistake: the convolution runs in float32, which is exact up to 2**24 only
# named: in_float32
def integer_conv2d(x, weight, bias, x_zero, weight_zero, stride=1, padding=0):
    x = x.float() + x_zero
    weight = weight.float() + weight_zero
    return F.conv2d(x, weight, bias.float(), stride, padding).round().int()
