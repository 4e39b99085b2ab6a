# fails: y_b8, other_shape
# en: Your highest mark is b squared minus 1. That agrees with a power of two for b = 2 and b = 4
#     only.
# ja: いちばん上の目盛りが b の 2 乗 - 1 になっています。2 のべき乗と一致するのは、b が 2 と 4 のときだけです。
def affine_quantization(r, b, alpha, beta):
    scale = (beta - alpha) / (2**b - 1)
    zero = round(alpha / scale)
    q = torch.clamp(torch.round(r / scale) - zero, 0, b**2 - 1)
    return scale * (q + zero)
