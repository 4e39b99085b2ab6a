# fails: default, k, weights, two_ranges, few
# en: Your lower end is a positive standard deviation without k.
# ja: 下の端が、k の付かない正の標準偏差になっています。
def std_range(r, k=1.0):
    std = r.std().item()
    return std, k * std
