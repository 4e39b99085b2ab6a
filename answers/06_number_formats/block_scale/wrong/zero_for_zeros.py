# fails: zero
# en: A block of zeros gets the scale 0, and 0 divided by 0 is NaN.
# ja: 0 だけのブロックのスケールが 0 になります。0 を 0 で割ると NaN です。
def block_scale(largest, max_exponent):
    exponent = torch.frexp(largest)[1] - 1 - max_exponent
    scale = torch.ldexp(torch.ones_like(largest), exponent.clamp(-127, 127))
    return torch.where(largest > 0, scale, 0.0)
