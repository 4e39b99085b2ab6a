# fails: both_zeros, stride, padding_both, kernel_of_one, other_shape
# en: The product of the zero points is counted for the places of the kernel in one channel. How
#     many products does one output sum up?
# ja: ゼロ点どうしの積を、カーネルの 1 チャネル分しか数えていません。
#     1 つの出力は、積をいくつ足し合わせるでしょうか。
def integer_conv2d(x, weight, bias, x_zero, weight_zero, stride=1, padding=0):
    x, weight = F.pad(x.int(), [padding] * 4, value=-x_zero), weight.int()
    of_weight = x_zero * weight.sum((1, 2, 3)) + weight[0, 0].numel() * x_zero * weight_zero
    of_x = weight_zero * F.conv2d(x, torch.ones_like(weight[:1]), stride=stride)
    return F.conv2d(x, weight, stride=stride) + of_x + (of_weight + bias).reshape(-1, 1, 1)
