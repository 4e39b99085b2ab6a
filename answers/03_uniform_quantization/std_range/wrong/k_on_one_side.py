# fails: k, weights, two_ranges
# en: Your upper end is one standard deviation, whatever k is.
# ja: 上の端が、k によらず標準偏差の 1 倍になっています。
def std_range(r, k=1.0):
    std = r.std().item()
    return -k * std, std
