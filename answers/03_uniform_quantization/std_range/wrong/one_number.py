# fails: default, k, weights, few, two_ranges
# en: You return one number. A range has two ends, and whoever calls the function unpacks a pair.
# ja: 数を 1 つしか返していません。
#     範囲には 2 つの端があり、呼び出した側は 2 つの値を受け取ろうとします。
def std_range(r, k=1.0):
    return k * r.std().item()
