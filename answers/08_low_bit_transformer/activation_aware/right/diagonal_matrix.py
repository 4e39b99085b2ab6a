def activation_aware(weight, x, round_weight, alphas):
    mean = x.abs().mean(0)
    mean = torch.where(mean > 0, mean, 1.0)
    least = None
    for alpha in alphas:
        there = torch.diag(mean**alpha)
        back = torch.diag(mean**-alpha)
        rounded = round_weight(weight @ there) @ back
        error = torch.linalg.norm((rounded - weight) @ x.T)
        if least is None or error < least:
            least, best = error, rounded
    return best
