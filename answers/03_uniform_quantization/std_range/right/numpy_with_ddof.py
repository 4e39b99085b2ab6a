def std_range(r, k=1.0):
    std = float(r.detach().cpu().numpy().std(ddof=1))
    return -k * std, k * std
