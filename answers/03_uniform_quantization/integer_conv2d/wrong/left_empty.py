# fails: products, x_zero, both_zeros, stride, padding, padding_both, many_inputs, kernel_of_one, other_shape
# en: The function is still empty.
# ja: 関数がまだ空のままです。
def integer_conv2d(x, weight, bias, x_zero, weight_zero, stride=1, padding=0):
    raise NotImplementedError("integer_conv2d")
