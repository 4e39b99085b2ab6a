# fails: y_b4, y_b3, y_b8, ends, ties, negative_side, positive_only, other_shape, float64, tiny_and_huge, scalar, zeros
# en: Your scale divides by 2 b - 1, as if each bit added two marks.
# ja: スケールの計算で 2b - 1 で割っています。1 ビットごとに目盛りが 2 つ増えるかのようです。
def quantization(r, b=4):
    scale = 2 * r.abs().max() / (2 * b - 1)
    scale = torch.where(scale > 0, scale, 1.0)  # all zeros: any scale will do
    return scale * torch.clamp(torch.round(r / scale), -(2 ** (b - 1)), 2 ** (b - 1) - 1)
