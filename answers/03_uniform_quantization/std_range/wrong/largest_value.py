# fails: default, k, weights, few, two_ranges
# Takes the largest magnitude for the standard deviation.
def std_range(r, k=1.0):
    alpha = r.abs().max().item()
    return -k * alpha, k * alpha
