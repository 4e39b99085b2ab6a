# fails: y_b4, y_b3, y_b8, ends, negative_side, other_shape, float64, tiny_and_huge, zeros, ties, scalar
# en: Your lowest mark lies at half of where it should be.
# ja: いちばん下の目盛りが、本来の半分のところにあります。
def quantization(r, b=4):
    scale = 2 * r.abs().max() / (2**b - 1)
    scale = torch.where(scale > 0, scale, 1.0)  # all zeros: any scale will do
    return scale * torch.clamp(torch.round(r / scale), -(2 ** (b - 2)), 2 ** (b - 1) - 1)
