# fails: k, weights, two_ranges
# en: Your range is the same for every k: one standard deviation. Look at where k stands in the
#     formula.
# ja: k がいくつでも、範囲が標準偏差の 1 倍のままです。式のどこに k があるか、見てください。
def std_range(r, k=1.0):
    std = r.std().item()
    return -std, std
