# fails: default, k, weights, two_ranges, few
# en: Your lower end divides k by the standard deviation.
# ja: 下の端で、k を標準偏差で割っています。
def std_range(r, k=1.0):
    std = r.std().item()
    return -k / std, k * std
