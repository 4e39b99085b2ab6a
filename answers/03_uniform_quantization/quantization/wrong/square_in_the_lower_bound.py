# fails: y_b8
# en: Your lowest mark is b - 1 squared, not a power of two.
# ja: いちばん下の目盛りが、2 のべき乗ではなく b - 1 の 2 乗になっています。
def quantization(r, b=4):
    scale = 2 * r.abs().max() / (2**b - 1)
    scale = torch.where(scale > 0, scale, 1.0)  # all zeros: any scale will do
    return scale * torch.clamp(torch.round(r / scale), -((b - 1) ** 2), 2 ** (b - 1) - 1)
