# fails: scale_e2m1, scale_e4m3, powers, range_e8m0, transposed, float64, zero
# en: You return the exponent. The scale is 2 to that power.
# ja: 指数を返しています。スケールは、2 のその指数乗です。
def block_scale(largest, max_exponent):
    exponent = torch.frexp(largest)[1] - 1 - max_exponent
    return exponent.clamp(-127, 127).to(largest.dtype)
