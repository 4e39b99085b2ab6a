# fails: y_b4, y_b8, ends, negative_side, other_shape, float64, tiny_and_huge
# en: Your lowest mark is a product with b - 1, not a power of two.
# ja: いちばん下の目盛りが、2 のべき乗ではなく b - 1 との積になっています。
def quantization(r, b=4):
    scale = 2 * r.abs().max() / (2**b - 1)
    scale = torch.where(scale > 0, scale, 1.0)  # all zeros: any scale will do
    return scale * torch.clamp(torch.round(r / scale), -(2 * (b - 1)), 2 ** (b - 1) - 1)
