# fails: default, k, weights, few, two_ranges
# Returns beta before alpha.
def std_range(r, k=1.0):
    std = r.std().item()
    return k * std, -k * std
