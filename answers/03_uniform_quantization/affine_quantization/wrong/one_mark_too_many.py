# fails: y_b4, y_b8, after_relu, zero, positive_range, negative_range, ties, other_shape, float64, far_outside, empty, y_b2
# en: Values beyond the upper end come out one mark too high: your largest integer is 2^b, which b
#     bits cannot hold.
# ja: 上の端より外の値が、目盛り 1 つ分だけ上に出ます。
#     いちばん大きい整数が 2^b になっていて、b ビットでは表せません。
def affine_quantization(r, b, alpha, beta):
    scale = (beta - alpha) / (2**b - 1)
    zero = round(alpha / scale)
    q = torch.clamp(torch.round(r / scale) - zero, 0, 2**b)
    return scale * (q + zero)
