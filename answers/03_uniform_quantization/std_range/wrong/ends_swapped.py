# fails: default, k, weights, few, two_ranges
# en: Your pair has the upper end first and the lower end second. Look at the order in which alpha
#     and beta are returned.
# ja: 上の端が先、下の端が後になっています。alpha と beta をどの順に返すのか、見てください。
def std_range(r, k=1.0):
    std = r.std().item()
    return k * std, -k * std
