# fails: default, k, weights, few, two_ranges
# en: Your range is a little too narrow, most of all for few values: this standard deviation divides
#     by n. Which one does the task ask for?
# ja: 範囲が少し狭く、値が少ないときほど目立ちます。n で割る標準偏差を使っているからです。
#     課題が求めているのはどちらの標準偏差でしょうか。
def std_range(r, k=1.0):
    std = r.std(unbiased=False).item()
    return -k * std, k * std
