# fails: y_b4, y_b8, positive_range, negative_range, other_shape, y_b2, zero, ties, far_outside, empty
# en: Beyond the ends your values become alpha and beta themselves. These need not be marks: every
#     mark is a whole number of steps away from 0. Look at what the rounding of Z does to the ends.
# ja: 範囲の外の値が、alpha や beta そのものになっています。そこに目盛りがあるとは限りません。
#     目盛りは、どれも 0 から整数個の間隔だけ離れています。
#     Z を丸めると両端がどこに移るか、考えてください。
def affine_quantization(r, b, alpha, beta):
    scale = (beta - alpha) / (2**b - 1)
    return torch.clamp(scale * torch.round(r / scale), alpha, beta)
