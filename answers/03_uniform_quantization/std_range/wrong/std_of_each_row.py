# fails: weights, two_ranges
# en: For a tensor with several dimensions you compute a standard deviation for each row, and return
#     tensors. The task asks for one range, as two Python numbers.
# ja: 何次元かのテンソルでは、行ごとに標準偏差を求めて、テンソルを返しています。
#     課題が求めているのは、全体で 1 つの範囲を表す、2 つの Python の数です。
def std_range(r, k=1.0):
    std = r.std(-1)
    return -k * std, k * std
