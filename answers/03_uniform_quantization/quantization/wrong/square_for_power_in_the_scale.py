# fails: y_b3, y_b8, ties, other_shape, ends, zeros, scalar
# en: Your scale divides by b squared minus 1. That agrees with a power of two for b = 2 and b = 4
#     only.
# ja: スケールの計算で b の 2 乗 - 1 で割っています。2 のべき乗と一致するのは、b が 2 と 4 のときだけです。
def quantization(r, b=4):
    scale = 2 * r.abs().max() / (b**2 - 1)
    scale = torch.where(scale > 0, scale, 1.0)  # all zeros: any scale will do
    return scale * torch.clamp(torch.round(r / scale), -(2 ** (b - 1)), 2 ** (b - 1) - 1)
