# fails: x_zero, both_zeros, stride, padding, padding_both, kernel_of_one, other_shape
# en: The zero points are added to bytes, and what does not fit comes out at the other end. Widen
#     first.
# ja: バイトのままゼロ点を足しているので、桁あふれします。先にビット幅を広げてください。
def integer_conv2d(x, weight, bias, x_zero, weight_zero, stride=1, padding=0):
    values, kernels = (x + x_zero).int(), (weight + weight_zero).int()
    return F.conv2d(values, kernels, bias, stride, padding)
