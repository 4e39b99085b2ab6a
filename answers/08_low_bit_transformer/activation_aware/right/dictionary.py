def activation_aware(weight, x, round_weight, alphas):
    mean = x.abs().sum(0) / len(x)
    tried = {}
    for alpha in alphas:
        scales = torch.where(mean == 0, torch.ones_like(mean), mean.pow(alpha))
        rounded = round_weight(weight * scales[None, :]) / scales[None, :]
        tried[(x @ (rounded - weight).T).pow(2).mean().item()] = rounded
    return tried[min(tried)]
