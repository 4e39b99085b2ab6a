# fails: scale_e2m1, scale_e4m3, powers, range_e8m0, zero, transposed, float64
# en: Your scale does not depend on max_exponent. The element can show numbers far above 1, and
#     the scale makes use of them.
# ja: スケールが max_exponent によって変わりません。要素は 1 よりずっと大きな数を表せるので、
#     スケールでそれを生かします。
def block_scale(largest, max_exponent):
    exponent = torch.frexp(largest)[1] - 1
    return torch.ldexp(torch.ones_like(largest), exponent.clamp(-127, 127))
