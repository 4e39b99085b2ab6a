# fails: scale_e2m1, scale_e4m3, powers, range_e8m0, zero, transposed, float64
# en: You add max_exponent. The larger the numbers that the element can show, the smaller is the
#     scale.
# ja: max_exponent を足しています。要素で表せる数が大きいほど、スケールは小さくなります。
def block_scale(largest, max_exponent):
    exponent = torch.frexp(largest)[1] - 1 + max_exponent
    return torch.ldexp(torch.ones_like(largest), exponent.clamp(-127, 127))
