# fails: scale_e2m1, scale_e4m3, powers, range_e8m0, zero, transposed, float64
# en: Your scales are twice as large as they should be. frexp counts the exponent for a mantissa
#     from 1/2 to 1.
# ja: スケールが 2 倍になっています。frexp の指数は、1/2 から 1 までの仮数に合わせたものです。
def block_scale(largest, max_exponent):
    exponent = torch.frexp(largest)[1] - max_exponent
    return torch.ldexp(torch.ones_like(largest), exponent.clamp(-127, 127))
