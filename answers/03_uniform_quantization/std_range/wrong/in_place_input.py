# fails: default, k, weights, few
# Takes the mean off the tensor that was passed.
def std_range(r, k=1.0):
    r -= r.mean()
    std = r.std().item()
    return -k * std, k * std
