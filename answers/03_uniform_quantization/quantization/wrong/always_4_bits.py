# fails: y_b3, y_b8, ties, other_shape, y_b2, ends, zeros, scalar
# en: With 3 or 8 bits your marks are still those of 4 bits: b comes in, but nothing is computed
#     with it. Look at where b stands in the formulas.
# ja: 3 ビットや 8 ビットでも、目盛りが 4 ビットのときのままです。
#     b を受け取るだけで、計算に使っていません。式のどこに b が出てくるか、見てください。
def quantization(r, b=4):
    scale = 2 * r.abs().max() / (2**4 - 1)
    scale = torch.where(scale > 0, scale, 1.0)
    return scale * torch.clamp(torch.round(r / scale), -(2 ** 3), 2 ** 3 - 1)
