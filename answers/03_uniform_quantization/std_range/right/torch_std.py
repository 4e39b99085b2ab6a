def std_range(r, k=1.0):
    std = torch.std(r)
    return (-k * std).item(), (k * std).item()
