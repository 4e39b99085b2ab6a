# fails: default, k, weights, two_ranges, few
# en: Your upper end is k itself: the data do not take part.
# ja: 上の端が k そのもので、データが使われていません。
def std_range(r, k=1.0):
    std = r.std().item()
    return -k * std, k
