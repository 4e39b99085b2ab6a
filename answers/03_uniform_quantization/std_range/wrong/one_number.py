# fails: default, k, weights, few, two_ranges
# Returns one number, not two.
def std_range(r, k=1.0):
    return k * r.std().item()
