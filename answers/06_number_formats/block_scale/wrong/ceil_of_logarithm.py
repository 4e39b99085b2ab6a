# fails: scale_e2m1, scale_e4m3, powers, range_e8m0, zero, transposed, float64
# en: You round the logarithm up. The specification rounds it down, and lets the largest values
#     saturate.
# ja: 対数を切り上げています。仕様では切り捨て、大きな値は飽和させます。
def block_scale(largest, max_exponent):
    mantissa, exponent = torch.frexp(largest)
    exponent = torch.where(mantissa == 0.5, exponent - 1, exponent) - max_exponent
    return torch.ldexp(torch.ones_like(largest), exponent.clamp(-127, 127))
