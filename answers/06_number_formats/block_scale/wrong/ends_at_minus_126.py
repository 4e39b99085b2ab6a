# fails: range_e8m0
# en: Your exponents end at -126, as those of float32's normal numbers do. E8M0 goes one further
#     down.
# ja: 指数が -126 で終わっています。float32 の正規化数と同じです。
#     E8M0 は、もう 1 つ下まであります。
def block_scale(largest, max_exponent):
    mantissa, exponent = torch.frexp(largest)
    exponent = (exponent - 1 - max_exponent).clamp(min=-126, max=127)
    return torch.ldexp(torch.ones_like(largest), exponent)
