# fails: weights, two_ranges
# Takes a standard deviation for each row.
def std_range(r, k=1.0):
    std = r.std(-1)
    return -k * std, k * std
