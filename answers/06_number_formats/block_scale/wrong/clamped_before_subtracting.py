# fails: range_e8m0
# en: You keep the exponent of the largest size in the range. It is the exponent of the scale
#     that E8M0 stores.
# ja: 範囲に収めているのは、最大の絶対値の指数です。E8M0 に保存するのは、スケールの指数です。
def block_scale(largest, max_exponent):
    exponent = (torch.frexp(largest)[1] - 1).clamp(-127, 127)
    return torch.ldexp(torch.ones_like(largest), exponent - max_exponent)
