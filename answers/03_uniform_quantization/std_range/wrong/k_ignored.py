# fails: k, weights, two_ranges
# Does not use k.
def std_range(r, k=1.0):
    std = r.std().item()
    return -std, std
