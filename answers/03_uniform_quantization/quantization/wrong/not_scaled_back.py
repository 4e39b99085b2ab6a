# fails: y_b4, y_b3, y_b8, ends, zeros, ties, negative_side, positive_only, other_shape, float64, tiny_and_huge, scalar, y_b2
# en: You return the integers Q(r) themselves, such as -8 or 7. The last formula, which puts them
#     back on the old axis, is missing.
# ja: -8 や 7 のような、整数 Q(r) をそのまま返しています。
#     それを元の軸に戻す、最後の式が抜けています。
def quantization(r, b=4):
    scale = 2 * r.abs().max() / (2**b - 1)
    scale = torch.where(scale > 0, scale, 1.0)
    return torch.clamp(torch.round(r / scale), -(2 ** (b - 1)), 2 ** (b - 1) - 1)
