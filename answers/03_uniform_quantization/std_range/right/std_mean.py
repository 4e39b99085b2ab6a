def std_range(r, k=1.0):
    std, _ = torch.std_mean(r)
    alpha = -k * std.item()
    return alpha, -alpha
