# fails: default, k, weights, few, two_ranges
# Takes the root of the mean square: right only where the mean is 0.
def std_range(r, k=1.0):
    rms = r.square().mean().sqrt().item()
    return -k * rms, k * rms
