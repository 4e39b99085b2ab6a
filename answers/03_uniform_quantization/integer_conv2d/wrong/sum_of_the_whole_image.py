# fails: both_zeros, stride, padding_both, kernel_of_one, other_shape
# en: Your cross term sums the whole image. At each place it is the sum of what lies below the
#     kernel there.
# ja: 交差項に画像全体の和を使っています。使うのは、それぞれの位置でカーネルの下にある値の和です。
def integer_conv2d(x, weight, bias, x_zero, weight_zero, stride=1, padding=0):
    x, weight = F.pad(x.int(), [padding] * 4, value=-x_zero), weight.int()
    of_weight = x_zero * weight.sum((1, 2, 3)) + weight[0].numel() * x_zero * weight_zero
    of_x = weight_zero * x.sum((1, 2, 3), keepdim=True)
    return F.conv2d(x, weight, stride=stride) + of_x + (of_weight + bias).reshape(-1, 1, 1)
