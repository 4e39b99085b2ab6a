# fails: default, k, weights, few, two_ranges
# en: Your range is made from the largest magnitude, as in task 1. One outlier decides it again; the
#     task wants another measure of width.
# ja: 課題 1 と同じように、絶対値の最大から範囲を決めています。
#     これでは外れ値 1 つで範囲が決まってしまいます。この課題で使うのは、別の量です。
def std_range(r, k=1.0):
    alpha = r.abs().max().item()
    return -k * alpha, k * alpha
