def std_range(r, k=1.0):
    values = r.flatten()
    mean = values.sum() / len(values)
    variance = ((values - mean) ** 2).sum() / (len(values) - 1)
    beta = k * variance.item() ** 0.5
    return -beta, beta
