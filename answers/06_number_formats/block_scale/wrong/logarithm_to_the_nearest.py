# fails: scale_e2m1, scale_e4m3, powers, range_e8m0, zero, transposed, float64
# en: You round the logarithm to the nearest integer. The specification rounds it down.
# ja: 対数をいちばん近い整数に丸めています。仕様では切り捨てます。
def block_scale(largest, max_exponent):
    exponent = torch.log2(largest).round().int() - max_exponent
    return torch.ldexp(torch.ones_like(largest), exponent.clamp(-127, 127))
