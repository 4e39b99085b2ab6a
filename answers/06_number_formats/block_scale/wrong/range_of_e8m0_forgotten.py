# fails: range_e8m0
# en: Your exponents go beyond -127 and 127. E8M0 has no others.
# ja: 指数が -127 から 127 までの範囲を超えています。E8M0 には、ほかの指数がありません。
def block_scale(largest, max_exponent):
    exponent = torch.frexp(largest)[1] - 1 - max_exponent
    return torch.ldexp(torch.ones_like(largest), exponent)
