# fails: scale_e2m1, scale_e4m3, powers, range_e8m0, zero, transposed, float64
# en: Your scale is no power of two: it keeps the mantissa of the largest size, for which E8M0
#     has no bits.
# ja: スケールが 2 のべき乗になっていません。最大の絶対値の仮数が残っていますが、E8M0 には仮数のビット
#     がありません。
def block_scale(largest, max_exponent):
    return largest / 2**max_exponent
