# fails: default, k, weights, few, two_ranges
# Begins the range at 0.
def std_range(r, k=1.0):
    return 0.0, k * r.std().item()
