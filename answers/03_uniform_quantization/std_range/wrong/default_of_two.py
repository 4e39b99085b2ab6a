# fails: default, few
# Has another default than k = 1.
def std_range(r, k=2.0):
    std = r.std().item()
    return -k * std, k * std
