# fails: y_b4, y_b8, ends, negative_side, float64, tiny_and_huge, scalar, y_b2
# en: Your highest mark is made from b - 1 squared, not from a power of two.
# ja: いちばん上の目盛りを、2 のべき乗ではなく b - 1 の 2 乗から求めています。
def quantization(r, b=4):
    scale = 2 * r.abs().max() / (2**b - 1)
    scale = torch.where(scale > 0, scale, 1.0)  # all zeros: any scale will do
    return scale * torch.clamp(torch.round(r / scale), -(2 ** (b - 1)), (b - 1) ** 2 - 1)
