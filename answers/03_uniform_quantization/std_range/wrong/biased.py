# fails: default, k, weights, few, two_ranges
# Divides by n, not by n - 1.
def std_range(r, k=1.0):
    std = r.std(unbiased=False).item()
    return -k * std, k * std
