# fails: y_b4, y_b8, after_relu, zero, positive_range, negative_range, ties, other_shape, float64, far_outside, empty, y_b2
# en: Each value inside your range goes to the mark below it, even if the one above is nearer. Look
#     at which function you apply to r / S.
# ja: 範囲の中の値が、上の目盛りのほうが近くても、下の目盛りに移っています。
#     r / S にどの関数を使っているか、見てください。
def affine_quantization(r, b, alpha, beta):
    scale = (beta - alpha) / (2**b - 1)
    zero = round(alpha / scale)
    q = torch.clamp(torch.floor(r / scale) - zero, 0, 2**b - 1)
    return scale * (q + zero)
