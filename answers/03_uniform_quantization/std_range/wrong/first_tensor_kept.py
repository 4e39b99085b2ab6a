# fails: weights, few, two_ranges
# en: The standard deviation of the first tensor is kept and used for all later ones. Look at what
#     outlives a call of your function.
# ja: 最初のテンソルの標準偏差を覚えていて、後のテンソルにも使っています。
#     関数を呼び終えても残っているものがないか、見てください。
known = []


def std_range(r, k=1.0):
    known.append(r.std().item())
    return -k * known[0], k * known[0]
