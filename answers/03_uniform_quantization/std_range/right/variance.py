def std_range(r, k=1.0):
    std = r.var().sqrt().item()
    return (-std * k, std * k)
