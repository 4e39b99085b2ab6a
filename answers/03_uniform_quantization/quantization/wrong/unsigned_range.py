# fails: y_b4, y_b3, y_b8, ends, ties, negative_side, other_shape, float64, tiny_and_huge, scalar, y_b2, zeros
# en: All your negative values become 0, and the largest value goes one mark too high: your bounds
#     are those of unsigned integers. What are the smallest and the largest signed integer with b
#     bits?
# ja: 負の値がすべて 0 になり、最大の値は 1 目盛り上に行きすぎます。
#     範囲が符号なし整数のものになっているからです。
#     符号付きの b ビット整数の最小と最大はいくつでしょうか。
def quantization(r, b=4):
    scale = 2 * r.abs().max() / (2**b - 1)
    scale = torch.where(scale > 0, scale, 1.0)
    return scale * torch.clamp(torch.round(r / scale), 0, 2**b - 1)
