# fails: default, k, weights, few, two_ranges
# en: Your ends are multiples of the variance. If all values are doubled, a range should double,
#     too; yours grows fourfold.
# ja: 両端が分散の何倍かになっています。
#     値がすべて 2 倍になれば、範囲も 2 倍になるはずですが、この範囲は 4 倍になります。
def std_range(r, k=1.0):
    var = r.var().item()
    return -k * var, k * var
