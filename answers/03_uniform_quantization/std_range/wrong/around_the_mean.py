# fails: default, k, weights, few, two_ranges
# en: Your range lies around the mean of the tensor. Look at the formula: its middle is somewhere
#     else.
# ja: 範囲が、テンソルの平均を中心にしています。式を見てください。中心は別のところにあります。
def std_range(r, k=1.0):
    std, mean = r.std().item(), r.mean().item()
    return mean - k * std, mean + k * std
