def std_range(r, k=1.0):
    width = k * float(r.std())
    return -width, width
