# fails: default, k, weights, two_ranges, few
# en: Both of your ends are positive: the range has no width.
# ja: 両端とも正なので、範囲に幅がありません。
def std_range(r, k=1.0):
    std = r.std().item()
    return +k * std, k * std
