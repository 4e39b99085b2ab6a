# fails: y_b8, ties, other_shape
# en: Your scale divides by b squared minus 1. That agrees with a power of two for b = 2 and b = 4
#     only.
# ja: スケールの計算で b の 2 乗 - 1 で割っています。2 のべき乗と一致するのは、b が 2 と 4 のときだけです。
def affine_quantization(r, b, alpha, beta):
    scale = (beta - alpha) / (b**2 - 1)
    zero = round(alpha / scale)
    q = torch.clamp(torch.round(r / scale) - zero, 0, 2**b - 1)
    return scale * (q + zero)
