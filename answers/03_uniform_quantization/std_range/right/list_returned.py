def std_range(r, k=1.0):
    beta = k * r.std().item()
    return [-beta, beta]
