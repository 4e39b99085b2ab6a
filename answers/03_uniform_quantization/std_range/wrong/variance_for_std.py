# fails: default, k, weights, few, two_ranges
# Takes the variance for the standard deviation.
def std_range(r, k=1.0):
    var = r.var().item()
    return -k * var, k * var
