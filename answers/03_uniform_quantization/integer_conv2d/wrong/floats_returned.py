# fails: products, x_zero, both_zeros, stride, padding, padding_both, many_inputs, kernel_of_one, other_shape
# en: Your sums are floats, though their values are whole.
# ja: 値は整数ですが、和の dtype が浮動小数点数です。
def integer_conv2d(x, weight, bias, x_zero, weight_zero, stride=1, padding=0):
    values, kernels = x.double() + x_zero, weight.double() + weight_zero
    x = F.pad(values, [padding] * 4)
    return F.conv2d(x, kernels, bias.double(), stride)
