# fails: weights, few, two_ranges
# Keeps the standard deviation of the first tensor.
known = []


def std_range(r, k=1.0):
    known.append(r.std().item())
    return -k * known[0], k * known[0]
