# fails: default, k, weights, two_ranges, few
# en: Your range is made from the mean instead of the standard deviation.
# ja: 標準偏差の代わりに、平均から範囲を求めています。
def std_range(r, k=1.0):
    std = r.mean().item()
    return -k * std, k * std
